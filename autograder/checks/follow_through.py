"""`check_backward`: against the reference, or against the student's own forward where that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from autograder.checks.calls import Problem, run_backward, run_forward
from autograder.checks.close import assert_close
from autograder.checks.failure import CheckFailed
from autograder.checks.gradcheck import (
    BY_HAND,
    GradcheckReport,
    check_finite,
    draw_cotangent,
    gradcheck,
    same_outputs,
)


def check_backward(
    student_forward: Callable[..., Any],
    student_backward: Callable[..., Any],
    inputs: Mapping[str, Any],
    reference_forward: Callable[..., Any],
    reference_backward: Callable[..., Any],
    *,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    cache: bool = True,
    outputs: Sequence[int] | None = None,
    wrt: Sequence[str] | None = None,
    rng: np.random.Generator | None = None,
    redraw: Callable[[], Mapping[str, Any]] | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    names: Mapping[str, str] | None = None,
    axes: Mapping[str, Sequence[str]] | None = None,
    sizes: Mapping[str, int] | None = None,
) -> GradcheckReport:
    """Raise `CheckFailed` unless the backward, fed with the student's own cache, is right.

    Right is what matches the reference's gradients. If it does not, and the student's forward is wrong here
    too, then right is also what matches the differences of that forward, unless that forward is a mere
    stand-in: zero, constant, a copy of an input, linear where the reference is not, or almost blind to an
    input; and in grading, unless it is not a slip that anybody knows (see `slip`).
    Arguments are those of `gradcheck`.
    """
    rng = rng or np.random.default_rng()
    called: dict[str, Any] = {
        "args": tuple(args),
        "kwargs": dict(kwargs or {}),
        "cache": cache,
        "outputs": outputs,
        "wrt": list(inputs) if wrt is None else list(wrt),
        "names": dict(names or {}),
        "axes": dict(axes or {}),
        "sizes": sizes,
    }
    problem = Problem(inputs=dict(inputs), pure=False, **called)
    expected_run = run_forward(reference_forward, problem, problem.point)
    run = run_forward(student_forward, problem, problem.point)
    check_finite(run)
    forward_is_right = same_outputs(run, expected_run.arrays)
    cotangent = draw_cotangent(rng, expected_run.arrays, 1.0)
    expected = run_backward(reference_backward, problem, expected_run, cotangent)
    actual = run_backward(student_backward, problem, run, cotangent)
    failure = _compare(actual, expected, problem, rtol, atol)
    if failure is None:
        return GradcheckReport(forwards=1, reference_forwards=1, backwards=1)
    if forward_is_right:
        raise failure
    try:
        return gradcheck(
            student_forward,
            student_backward,
            inputs,
            reference=reference_forward,
            rng=rng,
            redraw=redraw,
            pure=False,
            **called,
        )
    except CheckFailed as also:
        failure.where["followed"] = also.where
        reason = also.where.get("stand_in")
        if also.where.get("by_hand"):
            failure.where["by_hand"] = True
            told = BY_HAND
        elif reason:
            told = f"(Your forward differs from the expected one too, and {reason}.)"
        else:
            told = "It does not fit your own forward either"
        failure.add(told)
        raise failure from also


def _compare(
    actual: Mapping[str, np.ndarray],
    expected: Mapping[str, np.ndarray],
    problem: Problem,
    rtol: float | None,
    atol: float | None,
) -> CheckFailed | None:
    """The first gradient that is wrong, with the others' names."""
    failures: dict[str, CheckFailed] = {}
    for name in problem.wrt:
        try:
            assert_close(
                actual[name],
                expected[name],
                problem.grad_name(name),
                rtol=rtol,
                atol=atol,
                sizes=problem.factor_sizes(),
                axes=problem.axes.get(name),
            )
        except CheckFailed as found:
            failures[name] = found
    if not failures:
        return None
    name, failure = next(iter(failures.items()))
    right = [problem.grad_name(n) for n in problem.wrt if n not in failures]
    if right:
        failure.add(f"({', '.join(right)} {'is' if len(right) == 1 else 'are'} right.)")
    failure.where.update(argument=name, wrong_arguments=list(failures))
    return failure
