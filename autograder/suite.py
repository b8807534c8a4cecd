"""What a suite imports: marks, checks and values. Documented with examples in docs/suites.md.

    from autograder.suite import assert_close, exercise, gradcheck, points

Fixtures come by name: `student`, `rng`, `device`, and in hidden suites `reference`.
"""

from __future__ import annotations

import pytest

from autograder.checks import *  # noqa: F403
from autograder.checks import __all__ as _checks
from autograder.course.mistakes import Mistake
from autograder.suites.divergence import first_divergence
from autograder.suites.given import load_given
from autograder.suites.student import Handle, Rng, StudentError
from autograder.suites.weights import (
    count_parameters,
    fill_weights,
    leave_gradients,
    load_state,
    load_weights,
)

exercise = pytest.mark.exercise
"""`@exercise("batchnorm_backward")` on a test or a class: which exercise it grades (needed where a file has several)."""

points = pytest.mark.points
"""`@points(2)`: weight of a test within its exercise; 1 where nothing is said."""

leaves_arguments = pytest.mark.leaves_arguments
"""On a test or a class: what it calls must leave its arguments alone. The first test of an exercise always asks for it."""
definition = pytest.mark.definition
"""`@definition`: the test asks for the thing itself. Said where it uses neither `reference` nor a gradient check."""

__all__ = [
    *_checks,
    "Handle",
    "Mistake",
    "Rng",
    "StudentError",
    "count_parameters",
    "definition",
    "exercise",
    "fill_weights",
    "first_divergence",
    "leave_gradients",
    "leaves_arguments",
    "load_given",
    "load_state",
    "load_weights",
    "points",
]
