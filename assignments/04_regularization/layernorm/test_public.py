import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("layernorm_forward")
class TestForward:
    def test_known_vectors(self, student):
        """Without eps, (1, 2, 3, 4) and any stretched or shifted copy of it become (-3, -1, 1, 3) / sqrt(5)."""
        x = np.array([[1.0, 2.0, 3.0, 4.0], [10.0, 30.0, 50.0, 70.0]])
        out, _ = student.layernorm_forward(x, np.ones(4), np.zeros(4), 0.0)
        assert_close(out, np.tile([-1.341641, -0.447214, 0.447214, 1.341641], (2, 1)), "out", atol=1e-6)

    def test_shape(self, student, rng):
        """The output has the shape of the input, however many axes that has."""
        for shape in ((6, 3), (2, 5, 3)):
            out, _ = student.layernorm_forward(rng.normal(size=shape), np.ones(3), np.zeros(3))
            assert_shape(out, shape, "out")


@exercise("layernorm_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """dx, dgamma and dbeta have the shapes of x, gamma and beta."""
        _, cache = student.layernorm_forward(rng.normal(size=(2, 5, 3)), np.ones(3), np.zeros(3))
        dx, dgamma, dbeta = student.layernorm_backward(rng.normal(size=(2, 5, 3)), cache)
        assert_shape(dx, (2, 5, 3), "dx")
        assert_shape(dgamma, (3,), "dgamma")
        assert_shape(dbeta, (3,), "dbeta")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the inputs of your forward changes its output as your gradients say."""
        inputs = {
            "x": rng.normal(size=(6, 4)),
            "gamma": rng.uniform(1, 2, size=4),
            "beta": rng.normal(size=4),
        }
        gradcheck(student.layernorm_forward, student.layernorm_backward, inputs, rng=rng)
