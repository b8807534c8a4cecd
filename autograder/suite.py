"""What a suite imports: marks, checks and values. Documented with examples in docs/suites.md.

    from autograder.suite import assert_close, exercise, gradcheck, points

Fixtures come by name: `student`, `rng`, `device`, and in hidden suites `reference`.

What looks at one value begins with `assert_`; what calls code several times, or judges samples, begins with `check_`.
"""

from __future__ import annotations

import pytest

from autograder.checks import (
    CheckFailed,
    adam_steps,
    assert_between,
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_history,
    assert_shape,
    assert_steps_close,
    assert_true,
    assert_without_decay,
    check_backward,
    check_chi_square,
    check_independent,
    check_ks,
    check_mean,
    check_pair,
    check_rate,
    check_variance,
    gradcheck,
    gradcheck_pair,
    show_curves,
    show_images,
    show_map,
    signed,
    threshold,
)
from autograder.course.mistakes import Mistake
from autograder.suites.argument_checks import assert_leaves_arguments_alone
from autograder.suites.divergence import first_divergence
from autograder.suites.given import load_given
from autograder.suites.modules import check_vjp, draw_weights, own_module, tensor, twins
from autograder.suites.student import Handle, Rng, StudentError
from autograder.suites.versions import accepts
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
    "CheckFailed",
    "Handle",
    "Mistake",
    "Rng",
    "StudentError",
    "accepts",
    "adam_steps",
    "assert_between",
    "assert_close",
    "assert_equal",
    "assert_grads_close",
    "assert_history",
    "assert_leaves_arguments_alone",
    "assert_shape",
    "assert_steps_close",
    "assert_true",
    "assert_without_decay",
    "check_backward",
    "check_chi_square",
    "check_independent",
    "check_ks",
    "check_mean",
    "check_pair",
    "check_rate",
    "check_variance",
    "check_vjp",
    "count_parameters",
    "definition",
    "draw_weights",
    "exercise",
    "fill_weights",
    "first_divergence",
    "gradcheck",
    "gradcheck_pair",
    "leave_gradients",
    "leaves_arguments",
    "load_given",
    "load_state",
    "load_weights",
    "own_module",
    "points",
    "show_curves",
    "show_images",
    "show_map",
    "signed",
    "tensor",
    "threshold",
    "twins",
]
