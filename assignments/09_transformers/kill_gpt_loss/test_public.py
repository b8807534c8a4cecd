import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zeros(student):
    """An implementation that always returns zeros is refused."""

    def zeros(logits, ids, mask=None, reduction="mean"):
        return 0.0, np.zeros(logits.shape)

    assert_true(not accepts(student.test_gpt_loss, zeros), "your test accepts a loss that is always 0")


def test_refuses_a_squared_error(student):
    """An implementation that measures squared distances is refused."""

    def squares(logits, ids, mask=None, reduction="mean"):
        wanted = np.eye(logits.shape[2])[ids]
        return float(((logits - wanted) ** 2).mean()), 2 * (logits - wanted) / logits.size

    assert_true(not accepts(student.test_gpt_loss, squares), "your test accepts a squared error")
