import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("batchnorm_forward")
class TestForward:
    def test_known_batch(self, student):
        """[[1, 2], [3, 6], [5, 4]] comes out as computed by hand."""
        out, _ = student.batchnorm_forward(np.array([[1.0, 2.0], [3.0, 6.0], [5.0, 4.0]]), np.ones(2), np.zeros(2))
        a = 1.2247426
        assert_close(out, np.array([[-a, -a], [0.0, a], [a, 0.0]]), "out", atol=1e-6)

    def test_shape(self, student, rng):
        """The output has the shape of the input."""
        out, _ = student.batchnorm_forward(rng.normal(size=(6, 3)), np.ones(3), np.zeros(3))
        assert_shape(out, (6, 3), "out")


@exercise("batchnorm_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """dx, dgamma and dbeta have the shapes of x, gamma and beta."""
        _, cache = student.batchnorm_forward(rng.normal(size=(6, 3)), np.ones(3), np.zeros(3))
        dx, dgamma, dbeta = student.batchnorm_backward(rng.normal(size=(6, 3)), cache)
        assert_shape(dx, (6, 3), "dx")
        assert_shape(dgamma, (3,), "dgamma")
        assert_shape(dbeta, (3,), "dbeta")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the inputs of your forward changes its output as your gradients say."""
        inputs = {
            "x": rng.normal(size=(6, 3)),
            "gamma": rng.uniform(1, 2, size=3),
            "beta": rng.normal(size=3),
        }
        gradcheck(student.batchnorm_forward, student.batchnorm_backward, inputs, rng=rng)


@exercise("batchnorm_running_stats")
class TestRunningStats:
    def test_first_step(self, student):
        """From (0, 1), one batch with mean 2 and variance 4 moves the statistics by a tenth of the way."""
        x = np.array([[0.0], [4.0]])
        assert_close(
            student.batchnorm_running_stats((np.zeros(1), np.ones(1)), x),
            (np.array([0.2]), np.array([1.3])),
            "stats",
        )

    def test_inference_is_plain_arithmetic(self, student):
        """With mean 1, variance 4 and eps 0, the input 5 becomes gamma * 2 + beta."""
        stats = (np.array([1.0]), np.array([4.0]))
        out = student.batchnorm_inference(np.array([[5.0]]), stats, np.array([3.0]), np.array([0.5]), eps=0.0)
        assert_close(out, np.array([[6.5]]), "out")
