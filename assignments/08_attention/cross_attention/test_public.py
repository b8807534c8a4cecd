import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shapes(student, rng):
    """3 target and 5 source positions: out is (2, 3, 4), the weights are (2, 3, 5)."""
    x_dec, x_enc = rng.normal(size=(2, 3, 6)), rng.normal(size=(2, 5, 7))
    wq, wk, wv = rng.normal(size=(6, 8)), rng.normal(size=(7, 8)), rng.normal(size=(7, 4))
    out, weights = student.cross_attention(x_dec, x_enc, wq, wk, wv)
    assert_shape(out, (2, 3, 4), "out")
    assert_shape(weights, (2, 3, 5), "weights")


def test_known_values(student):
    """Queries (1, 0) and (0, 1), keys (1, 0), (0, 1), (1, 1), values (1, 0), (0, 1), (2, 2)."""
    x_dec, x_enc = np.eye(2)[None], np.array([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]])
    wv = np.array([[1.0, 0.0], [0.0, 1.0]])
    out, weights = student.cross_attention(x_dec, x_enc, np.eye(2), np.eye(2), wv)
    a, b = 0.401112, 0.197776
    assert_close(weights, np.array([[[a, b, a], [b, a, a]]]), "weights", atol=1e-6)
    assert_close(out, np.array([[[2 * a, a + b], [a + b, 2 * a]]]), "out", atol=2e-6)


def test_masked_source_positions_get_no_weight(student, rng):
    """Where enc_mask is False, the weights are 0, and the rest sums to 1."""
    mask = np.array([[True, True, False], [True, False, False]])
    w = [rng.normal(size=(4, 4)) for _ in range(3)]
    _, weights = student.cross_attention(rng.normal(size=(2, 5, 4)), rng.normal(size=(2, 3, 4)), *w, mask)
    assert_close(weights * ~mask[:, None], np.zeros((2, 5, 3)), "weights of the hidden positions")
    assert_close(weights.sum(axis=-1), np.ones((2, 5)), "sums over the source")
