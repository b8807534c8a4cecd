import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape


def test_two_codes_on_a_line(student):
    """With the codes 0 and 10, the points 4 and 6 go to different ones."""
    idx, z_q = student.vq_quantize(np.array([[4.0], [6.0], [-3.0]]), np.array([[0.0], [10.0]]))
    assert_equal(np.asarray(idx).tolist(), [0, 1, 0], "idx")
    assert_close(z_q, np.array([[0.0], [10.0], [0.0]]), "z_q")


def test_shapes(student, rng):
    """One index and one code vector for each of the vectors."""
    idx, z_q = student.vq_quantize(rng.normal(size=(5, 2)), rng.normal(size=(3, 2)))
    assert_shape(idx, (5,), "idx")
    assert_shape(z_q, (5, 2), "z_q")
