import numpy as np

from autograder.suite import assert_close, assert_shape


def test_equal_logits(student):
    """With 5 tokens there are 4 predictions; equal logits for 10 tokens cost ln 10 each."""
    loss, dlogits = student.gpt_loss(np.zeros((3, 5, 10)), np.zeros((3, 5), dtype=int))
    assert_close(float(loss), 4 * np.log(10), "the loss")
    assert_shape(dlogits, (3, 5, 10), "dlogits")


def test_who_knows_the_next_token(student):
    """Logits that are sure of the right successor cost nothing."""
    logits = np.zeros((1, 3, 4))
    logits[0, 0, 2] = logits[0, 1, 3] = 100.0
    loss, _ = student.gpt_loss(logits, np.array([[1, 2, 3]]))
    assert_close(float(loss), 0.0, "the loss", atol=1e-9)


def test_a_slope(student, rng):
    """A small step of the logits changes the loss as dlogits says."""
    logits, way = rng.normal(size=(2, 2, 3, 4))
    ids = np.array([[1, 0, 3], [2, 2, 1]])
    _, dlogits = student.gpt_loss(logits, ids)
    up, down = (float(student.gpt_loss(logits + h * way, ids)[0]) for h in (1e-5, -1e-5))
    assert_close(float((dlogits * way).sum()), (up - down) / 2e-5, "slope of the loss", rtol=1e-5, atol=1e-8)
