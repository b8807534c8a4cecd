"""Is a wrong forward an honest attempt, or something put in its place that is easy to differentiate?

A backward that is right for the student's own wrong forward earns its points (follow-through). That must not
pay for a forward that returns zeros, a constant, one of its inputs, or a plain linear map.
"""

from __future__ import annotations

import numpy as np

from autograder.checks.calls import Outputs, Problem
from autograder.checks.differences import Forward, draw_direction, moved, typical_size

LEAST_SHARE = 0.1
"""Of the reference's directional derivative, and of its curvature, that an honest attempt has."""


def stand_in_reason(problem: Problem, student: Forward, trusted: Forward, rng: np.random.Generator) -> str | None:
    """Why the forward does not count as an attempt; None if it does."""
    return (
        _is_copy(problem, student)
        or _ignores_an_input(problem, student, trusted, rng)
        or _is_straight(problem, student, trusted, rng)
    )


def _is_copy(problem: Problem, student: Forward) -> str | None:
    """The output is an input, scaled, reordered or reshaped at most."""
    for output in student(problem.point):
        for name, value in problem.point.items():
            if output.size != value.size or output.size < 2 or not output.any() or not value.any():
                continue
            for sign in (1, -1):
                got, had = np.sort(output.ravel()), np.sort(sign * value.ravel())
                if np.allclose(got / np.linalg.norm(got), had / np.linalg.norm(had), rtol=0, atol=1e-9):
                    return f"it only hands on its input {name}"
    return None


def _ignores_an_input(problem: Problem, student: Forward, trusted: Forward, rng: np.random.Generator) -> str | None:
    point = problem.point
    for name in problem.wrt:
        direction = draw_direction(rng, point, {name: 1e-5 * typical_size(point[name])})
        ahead, behind = moved(point, direction, 1.0), moved(point, direction, -1.0)
        got = norm(_minus(student(ahead), student(behind)))
        want = norm(_minus(trusted(ahead), trusted(behind)))
        if not got >= LEAST_SHARE * want:
            return f"it hardly depends on {name}"
    return None


def _is_straight(problem: Problem, student: Forward, trusted: Forward, rng: np.random.Generator) -> str | None:
    """Linear in all inputs together, where the reference is not."""
    point = problem.point
    for size in (0.5, 0.05, 0.005):
        direction = draw_direction(rng, point, {n: size * typical_size(point[n]) for n in problem.wrt})
        with np.errstate(all="ignore"):
            want = _bend(trusted, problem, direction)
            got = _bend(student, problem, direction)
        if np.isfinite(want):
            straight = np.isfinite(got) and want > 1e-6 and got < LEAST_SHARE * want
            return "it is practically linear in its inputs" if straight else None
    return None


def simpler_reason(problem: Problem, student: Forward, trusted: Forward, rng: np.random.Generator) -> str | None:
    """Linear in one of the inputs, where the reference is not: the step that is hard to differentiate is left out."""
    point = problem.point
    for name in problem.wrt:
        direction = draw_direction(rng, point, {name: 0.05 * typical_size(point[name])})
        with np.errstate(all="ignore"):
            want, got = _bend(trusted, problem, direction), _bend(student, problem, direction)
        if np.isfinite(want) and want > 1e-6 and not got >= LEAST_SHARE * want:
            return f"it is practically linear in {name}"
    return None


def _bend(f: Forward, problem: Problem, direction: dict[str, np.ndarray]) -> float:
    """The second difference, relative to the first."""
    point = problem.point
    ahead, here, behind = f(moved(point, direction, 1.0)), f(point), f(moved(point, direction, -1.0))
    first = norm(_minus(ahead, behind))
    second = norm([p - 2 * b + m for p, b, m in zip(ahead, here, behind)])
    return second / first if first else np.nan


def _minus(left: Outputs, right: Outputs) -> Outputs:
    return [a - b for a, b in zip(left, right)]


def norm(arrays: Outputs) -> float:
    return float(np.sqrt(sum(np.sum(a**2) for a in arrays)))
