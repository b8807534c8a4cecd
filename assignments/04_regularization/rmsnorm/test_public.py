import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def test_known_vectors(student):
    """Without eps, (3, 4) has the root mean square sqrt(12.5), and a stretched copy gives the same output."""
    out, _ = student.rmsnorm_forward(np.array([[3.0, 4.0], [-30.0, -40.0]]), np.ones(2), 0.0)
    assert_close(out, np.array([[3.0, 4.0], [-3.0, -4.0]]) / np.sqrt(12.5), "out")


def test_shapes(student, rng):
    """out and dx have the shape of x, dgamma that of gamma, however many axes come first."""
    for shape in ((6, 3), (2, 5, 3)):
        out, cache = student.rmsnorm_forward(rng.normal(size=shape), np.ones(3))
        assert_shape(out, shape, "out")
        dx, dgamma = student.rmsnorm_backward(rng.normal(size=shape), cache)
        assert_shape(dx, shape, "dx")
        assert_shape(dgamma, (3,), "dgamma")


def test_gradients_agree_with_your_forward(student, rng):
    """Nudging the inputs of your forward changes its output as your gradients say."""
    inputs = {"x": rng.normal(size=(6, 4)), "gamma": rng.uniform(1, 2, size=4)}
    gradcheck(student.rmsnorm_forward, student.rmsnorm_backward, inputs, rng=rng)
