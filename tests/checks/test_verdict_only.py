"""Where only the verdict counts: the same verdict, for fewer calls, and matching still works."""

import numpy as np
import pytest

from autograder.checks import CheckFailed, fingerprint, gradcheck
from autograder.checks.verdict_only import brief, is_brief
from autograder.suites.agreement import same_calls
from autograder.suites.student import Call


def failing_check(slope):
    """How often the forward was called, and the failure, for the backward of x ** 2 with a wrong slope."""
    count = 0

    def forward(x):
        nonlocal count
        count += 1
        return x**2, x

    with pytest.raises(CheckFailed) as failed:
        gradcheck(forward, lambda dout, x: slope * x * dout, {"x": np.arange(1.0, 31)}, rng=np.random.default_rng(1))
    return count, failed.value


def test_a_wrong_gradient_fails_without_being_explained():
    calls, failure = failing_check(3.0)
    with brief():
        fewer, short = failing_check(3.0)
    assert fewer < calls / 2
    assert "argument" in failure.where and "argument" not in short.where


def test_nothing_is_explained_inside_and_everything_after():
    right = np.random.default_rng(0).normal(size=(2, 3))
    with brief():
        assert is_brief() and fingerprint(-right, right) == []
        with brief(False):
            assert fingerprint(-right, right)
    assert not is_brief() and fingerprint(-right, right)


def answers(*values):
    calls = [Call("call", "", {}) for _ in values]
    for call, value in zip(calls, values):
        call.result = {"result": value}
    return calls


def test_a_replay_may_end_before_the_explanation_but_must_agree_until_then():
    run = answers(1.0, 2.0, 3.0)
    assert same_calls(run, answers(1.0, 2.0)) and same_calls(run, answers(1.0, 2.0, 3.0))
    assert not same_calls(run, answers(1.0, 2.5))
    assert not same_calls(run, answers(1.0, 2.0, 3.0, 4.0))
    assert not same_calls(run, [])
