import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shapes(student, rng):
    """Two weight matrices, two biases, and the loss."""
    w_enc, b_enc, w_dec, b_dec, loss = student.linear_ae_optimum(rng.normal(size=(7, 4)), 2)
    for name, array, shape in (
        ("w_enc", w_enc, (4, 2)),
        ("b_enc", b_enc, (2,)),
        ("w_dec", w_dec, (2, 4)),
        ("b_dec", b_dec, (4,)),
        ("loss", np.asarray(loss), ()),
    ):
        assert_shape(array, shape, name)


def test_points_on_a_line(student):
    """Points on a line are reconstructed perfectly by one code unit, also where the line misses the origin."""
    x = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 5.0]])
    w_enc, b_enc, w_dec, b_dec, loss = student.linear_ae_optimum(x, 1)
    assert_close((x @ w_enc + b_enc) @ w_dec + b_dec, x, "the reconstructions")
    assert_close(loss, 0.0, "loss", atol=1e-9)
