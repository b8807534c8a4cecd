"""Checks: pure functions for suites, hidden or public, and for a student's own notebook. Needs only numpy."""

from autograder.checks.adam_steps import adam_steps
from autograder.checks.close import assert_close, assert_grads_close
from autograder.checks.decay import assert_without_decay
from autograder.checks.draws import signed
from autograder.checks.exact import assert_between, assert_equal, assert_shape, assert_true
from autograder.checks.failure import CheckFailed, Inconclusive
from autograder.checks.fingerprint import Relation, fingerprint
from autograder.checks.follow_through import check_backward
from autograder.checks.gradcheck import GradcheckReport, gradcheck
from autograder.checks.history import assert_history
from autograder.checks.named_pair import check_pair, gradcheck_pair
from autograder.checks.show import show_curves, show_images, show_map
from autograder.checks.statistics import (
    StatisticalResult,
    check_chi_square,
    check_independent,
    check_ks,
    check_mean,
    check_rate,
    check_variance,
)
from autograder.checks.steps import assert_steps_close
from autograder.checks.training import Threshold, check_threshold, threshold

__all__ = [
    "CheckFailed",
    "GradcheckReport",
    "Inconclusive",
    "Relation",
    "StatisticalResult",
    "Threshold",
    "adam_steps",
    "assert_between",
    "assert_close",
    "assert_equal",
    "assert_grads_close",
    "assert_history",
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
    "check_threshold",
    "check_variance",
    "fingerprint",
    "gradcheck",
    "gradcheck_pair",
    "show_curves",
    "show_images",
    "show_map",
    "signed",
    "threshold",
]
