import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    check_vjp,
    count_parameters,
    leaves_arguments,
    points,
    tensor,
    twins,
)

V, D, H, L, MAX = 7, 6, 2, 2, 9
AXES = ("sequence", "position", "token")


def scale(entry):
    return 1.3 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.6


def ids(rng, n=3, t=5):
    return torch.tensor(rng.integers(V, size=(n, t)))


def pair(student, reference, rng, *options):
    return twins(student.GPT, reference.GPT, V, D, H, L, MAX, *options, rng=rng, probe=[ids(rng)], scale=scale, named=True)


@leaves_arguments
@points(3)
def test_logits_match_the_definition(student, reference, rng):
    """With the same weights, logits are those of the definition, for several shapes."""
    theirs, mine, _ = pair(student, reference, rng)
    for n, t in ((3, 5), (6, 6), (2, MAX), (4, 1)):
        given = ids(rng, n, t)
        assert_close(theirs(given), mine(given).detach(), "logits", axes=AXES)


@points(2)
def test_gradients_match_the_definition(student, reference, rng):
    """The gradients of all parameters are those of the definition."""
    theirs, mine, _ = pair(student, reference, rng)
    check_vjp(theirs, mine, {"ids": ids(rng)}, [tensor(rng.normal(size=(3, 5, V)))], atol=1e-4)


@points(2)
def test_tied_weights(student, reference, rng):
    """With tie=True head and table are one parameter: logits match, and its gradient has the share of both."""
    theirs, mine, _ = pair(student, reference, rng, True)
    given = ids(rng)
    assert_close(theirs(given), mine(given).detach(), "logits with tied weights", axes=AXES)
    check_vjp(theirs, mine, {"ids": given}, [tensor(rng.normal(size=(3, 5, V)))], atol=1e-4)


@points(2)
def test_the_future_is_not_seen(student, reference, rng):
    """Logits before position t do not change with the token at t; those from t on do."""
    theirs, mine, _ = pair(student, reference, rng)
    given = ids(rng)
    other = given.clone()
    other[:, 3] = (other[:, 3] + 2) % V
    before, after = theirs(given).detach(), theirs(other).detach()
    assert_close(after, mine(other).detach(), "logits", axes=AXES)
    assert_close(after[:, :3], before[:, :3], "logits before the token that changed", axes=AXES)
    assert_true(
        bool(((after - before)[:, 3:].abs().amax(dim=-1) > 1e-5).all()), "later logits do not see the token that changed"
    )


def test_positions_matter(student, reference, rng):
    """The same token at two places has different logits: positions are learned and added."""
    theirs, mine, _ = pair(student, reference, rng)
    same = torch.full((1, 4), 3)
    out = theirs(same).detach()
    assert_close(out, mine(same).detach(), "logits", axes=AXES)
    assert_true(bool(((out[0, 1:] - out[0, :-1]).abs().amax(dim=-1) > 1e-5).all()), "places make no difference")


def test_number_of_parameters(student):
    """The parts and no others, with a head of its own and without."""
    assert_equal(count_parameters(student.GPT(50, 16, 2, 3, 20)), 50 * 16 * 2 + 20 * 16 + 3 * 3280 + 32, "parameters")
    assert_equal(
        count_parameters(student.GPT(50, 16, 2, 3, 20, tie=True)), 50 * 16 + 20 * 16 + 3 * 3280 + 32, "parameters, tied"
    )


def test_too_long_is_refused(student, reference, rng):
    """More tokens than positions is a ValueError that names ids; exactly as many are fine."""
    model, mine, _ = pair(student, reference, rng)
    given = ids(rng, 2, MAX)
    assert_close(model(given), mine(given).detach(), "logits of as many tokens as positions", axes=AXES)
    with pytest.raises(ValueError, match="ids"):
        model(ids(rng, 2, MAX + 1))
