"""What the helpers for suites find wrong; that they pass what is right is shown by docs/suites.md."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from autograder.suite import CheckFailed, assert_leaves_arguments_alone, check_vjp, own_module, signed, tensor, twins
from autograder.suites.student import Student, Surface, begin_test
from autograder.suites.transport import LocalTransport
from autograder.suites.trusted import trusted_session

CODE = """
import torch


def centre(x, by):
    x -= by
    return x


def append(pairs, state):
    pairs.append(1)
    state["n"] = 2
    return len(pairs)


def note(pairs, state):
    state["n"] = 2
    return len(pairs)


def shift(x, by):
    return x + by


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = torch.nn.Linear(3, width)

    def forward(self, x):
        return self.layer(x) ** 2


class Detached(Net):
    def forward(self, x):
        return super().forward(x.detach())


class Sloppy(Net):
    def forward(self, x):
        out = super().forward(x)
        return out.detach() + 2 * (out - out.detach())
"""


@pytest.fixture
def student():
    names = ["centre", "append", "note", "shift", "Net", "Detached", "Sloppy"]
    parameters = {"centre": ["x", "by"], "shift": ["x", "by"], "append": ["pairs", "state"], "note": ["pairs", "state"]}
    made = Student(LocalTransport(trusted_session(CODE, {})), Surface(names, parameters=parameters, in_place=["state"]))
    begin_test(made, 1)
    return made


@pytest.fixture(scope="module")
def reference():
    space: dict = {}
    exec(CODE, space)
    return SimpleNamespace(**space)


def test_a_changed_argument_is_named(student):
    x = np.array([1.0, 2.0])
    for kind in (np.asarray, torch.tensor):
        with pytest.raises(CheckFailed, match="x after the call"):
            assert_leaves_arguments_alone(student.centre, kind(x), 0.5)
        with pytest.raises(CheckFailed, match="x after the call"):
            assert_leaves_arguments_alone(student.centre, x=kind(x), by=0.5)
    assert list(assert_leaves_arguments_alone(student.shift, x, 0.5)) == [1.5, 2.5]
    assert list(x) == [1.0, 2.0]


def test_containers_count_and_what_may_change_does_not(student):
    with pytest.raises(CheckFailed, match="pairs after the call"):
        assert_leaves_arguments_alone(student.append, [0, 1], {"n": 1})
    assert assert_leaves_arguments_alone(student.note, [0, 1], {"n": 1}) == 2  # `state` is the task's own to change


def test_twins_hold_the_same_weights_and_use_up_no_random_number(student, reference):
    before = torch.random.get_rng_state()
    x = tensor(np.ones((2, 3)))
    net, mine, _ = twins(student.Net, reference.Net, 4, rng=np.random.default_rng(0), probe=[x], scale=0.1)
    assert torch.allclose(net(x), mine(x)) and float(mine.layer.weight.detach().abs().max()) < 0.6
    own_module(reference.Net, 4)
    assert torch.equal(before, torch.random.get_rng_state())


@pytest.mark.parametrize(("wrong", "told"), [("Detached", "no gradient reaches x"), ("Sloppy", "gradient of x"), ("Net", "")])
def test_gradients_of_a_module(student, reference, wrong, told):
    rng = np.random.default_rng(1)
    x, dout = tensor(signed(rng, (2, 3))), tensor(signed(rng, (2, 4)))
    net, mine, _ = twins(getattr(student, wrong), reference.Net, 4, rng=rng, probe=[x])
    if told:
        with pytest.raises(CheckFailed, match=told):
            check_vjp(net, mine, {"x": x}, [dout])
    else:
        check_vjp(net, mine, {"x": x}, [dout])


def test_signed_numbers_keep_their_distance_from_zero():
    drawn = signed(np.random.default_rng(2), (40, 50), 0.3, 0.9)
    assert drawn.shape == (40, 50) and np.abs(drawn).min() >= 0.3 and np.abs(drawn).max() <= 0.9
    assert 0.4 < (drawn > 0).mean() < 0.6
