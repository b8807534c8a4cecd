import numpy as np

from autograder.suite import assert_close, assert_shape


def test_equal_logits(student):
    """With equal logits each of the three labels costs ln 5; two sequences share the sum."""
    labels = np.array([[3, -100, 0], [-100, 1, -100]])
    loss, dlogits = student.mlm_loss(np.zeros((2, 3, 5)), labels)
    assert_close(float(loss), 3 * np.log(5) / 2, "the loss")
    assert_shape(dlogits, (2, 3, 5), "dlogits")


def test_token_mean(student):
    """Divided by the number of labels, the loss of equal logits is ln 5."""
    labels = np.array([[3, -100, 0], [-100, 1, -100]])
    assert_close(float(student.mlm_loss(np.zeros((2, 3, 5)), labels, "token_mean")[0]), np.log(5), "the loss")


def test_a_slope(student, rng):
    """A small step of the logits changes the loss as dlogits says."""
    logits, way = rng.normal(size=(2, 2, 3, 4))
    labels = np.array([[1, -100, 3], [0, -100, -100]])
    _, dlogits = student.mlm_loss(logits, labels)
    up, down = (float(student.mlm_loss(logits + h * way, labels)[0]) for h in (1e-5, -1e-5))
    assert_close(float((dlogits * way).sum()), (up - down) / 2e-5, "slope of the loss", rtol=1e-5, atol=1e-8)
