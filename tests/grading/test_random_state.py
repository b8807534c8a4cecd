"""Code in this process and ours draw from the same global generators, and neither may notice."""

import itertools
import random

import numpy as np
import pytest
import torch

from autograder.suites.transport import RandomState


def draw(kind):
    if kind == "nothing":
        return None
    if kind == "normals":  # one of a pair stays behind in the generator
        return np.random.randn(3).tolist()
    if kind == "one normal":
        return np.random.randn()
    return [np.random.rand(3).tolist(), random.random(), torch.rand(2).tolist()]


def seed_all():
    np.random.seed(5)
    random.seed(5)
    torch.manual_seed(5)


def alone(kinds):
    seed_all()
    return [draw(kind) for kind in kinds]


@pytest.mark.parametrize("first", ["ours", "theirs"])
@pytest.mark.parametrize("theirs", list(itertools.permutations(["nothing", "normals", "one normal", "all"])))
def test_both_sides_draw_as_if_alone(theirs, first):
    theirs = [*theirs, *theirs, "one normal"]
    ours = ["all", "nothing", "nothing", "all", "all", "nothing", "all", "nothing", "all"]
    right_theirs, right_ours = alone(theirs), alone(ours)
    state = RandomState()
    seed_all()
    with state:
        seed_all()
    found_theirs, found_ours = [], []
    for their_kind, our_kind in zip(theirs, ours):
        if first == "ours":
            found_ours.append(draw(our_kind))
        with state:
            found_theirs.append(draw(their_kind))
        if first == "theirs":
            found_ours.append(draw(our_kind))
    assert found_theirs == right_theirs
    assert found_ours == right_ours


def test_another_seed_there_changes_nothing_here():
    right = alone(["all", "all"])
    state = RandomState()
    seed_all()
    found = [draw("all")]
    with state:
        np.random.seed(6)
        random.seed(6)
        torch.manual_seed(6)
    assert [*found, draw("all")] == right
    np.random.seed(6)
    expected = np.random.rand()
    with state:
        assert np.random.rand() == expected
