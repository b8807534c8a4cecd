import numpy as np

from autograder.suite import assert_close


def test_equal_passes_cost_the_cross_entropy(student):
    """Where both passes say the same, only the cross-entropy is left: -ln 0.7 for p = (0.7, 0.2, 0.1)."""
    z = np.log(np.array([[0.7, 0.2, 0.1]]))
    assert_close(student.r_drop_loss(z, z, np.array([0]), 5.0), -np.log(0.7), "loss")


def test_known_disagreement(student):
    """Between (0.7, 0.2, 0.1) and (0.5, 0.3, 0.2) the symmetric term is 0.088578."""
    z1, z2 = np.log(np.array([[0.7, 0.2, 0.1]])), np.log(np.array([[0.5, 0.3, 0.2]]))
    label = np.array([0])
    term = student.r_drop_loss(z1, z2, label, 1.0) - student.r_drop_loss(z1, z2, label, 0.0)
    assert_close(term, 0.088578, "the weighted disagreement", atol=1e-6)
