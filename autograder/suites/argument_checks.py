"""`assert_leaves_arguments_alone`: for the tests of an exercise that ask for it on their own."""

from __future__ import annotations

from typing import Any

from autograder.checks.close import assert_close
from autograder.checks.exact import assert_equal
from autograder.checks.values import read_numbers
from autograder.suites.student import Function, Handle, Rng, owner_of, parameters_of


def assert_leaves_arguments_alone(function: Function | Handle, *args: Any, **kwargs: Any) -> Any:
    """Calls the student's `function`, asks that its arguments are afterwards what they were, and returns its result.

        out = assert_leaves_arguments_alone(student.mixup, x, y, lam, perm)

    Numbers are compared up to rounding. Objects that stay with the student's code, functions and generators are not
    compared, nor are the parameters that the exercise allows to change (`in_place`).
    """
    student = owner_of(function)
    parameters, in_place = parameters_of(student, function)
    after = student.call(function, *args, return_args=True, **kwargs)
    named = dict(enumerate(parameters))
    pairs = [(named.get(i, f"argument {i + 1}"), *both) for i, both in enumerate(zip(args, after.args))]
    pairs += [(name, sent, after.kwargs.get(name)) for name, sent in kwargs.items()]
    for name, sent, now in pairs:
        if name not in in_place:
            _compare(now, sent, f"{name} after the call")
    return after.result


def _compare(now: Any, sent: Any, name: str) -> None:
    if isinstance(sent, (Handle, Rng)) or callable(sent):
        return
    if isinstance(sent, (list, tuple)) and isinstance(now, (list, tuple)) and len(sent) == len(now):
        for before, after in zip(sent, now):
            _compare(after, before, name)
    elif isinstance(sent, dict) and isinstance(now, dict) and sent.keys() == now.keys():
        for key, before in sent.items():
            _compare(now[key], before, name)
    elif read_numbers(sent) is not None:
        assert_close(now, sent, name)
    else:
        assert_equal(now, sent, name)
