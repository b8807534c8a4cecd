import numpy as np

from autograder.suite import assert_close


def test_two_tokens(student):
    """The joint distribution [[.4, .1], [.2, .3]]: left to right it comes out again; from the others it does not sum to
    1."""
    joint = np.array([[0.4, 0.1], [0.2, 0.3]])
    ar, pl, ar_total, _pl_total = student.objective_totals(joint)
    assert_close(ar, joint, "ar")
    assert_close(float(ar_total), 1.0, "sum of ar")
    assert_close(pl[0, 0], 0.8 * 0.4 / 0.6, "pl of the sequence 0, 0")


def test_one_token_after_a_context(student):
    """The target's only term is its probability after the last token of the context."""
    logp = np.log(np.array([[0.1, 0.6, 0.3], [0.5, 0.25, 0.25], [0.2, 0.2, 0.6]]))
    assert_close(student.conditional_log_prob(logp, 0, [1, 2], [0]), float(np.log(0.2)), "ln p(target | context)")
