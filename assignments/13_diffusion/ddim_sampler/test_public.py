import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, exercise


@exercise("ddim_step")
class TestStep:
    def test_known_value(self, student):
        """Data 2 with noise 1, taken from a share of 0.36 to one of 0.64: the share of the noise shrinks from 0.8 to 0.6."""
        x = np.array([[0.6 * 2 + 0.8 * 1]])
        out = student.ddim_step(x, np.array([[1.0]]), 0.36, 0.64)
        assert_close(out, np.array([[0.8 * 2 + 0.6 * 1]]), "x_prev")

    def test_shape(self, student):
        """Pictures stay pictures, with fresh noise as well."""
        pictures = np.ones((3, 2, 4))
        assert_shape(student.ddim_step(pictures, pictures, 0.3, 0.5, 0.7, pictures), (3, 2, 4), "x_prev")


@exercise("ddim_sample")
class TestSample:
    def test_without_predicted_noise(self, student):
        """A model that sees no noise anywhere: however many jumps, the samples are scaled up to the data."""
        alpha_bar = np.array([0.81, 0.64, 0.36, 0.25])
        for tau in (np.array([0, 1, 2, 3]), np.array([1, 3]), np.array([3])):
            out = student.ddim_sample(lambda x, i: np.zeros_like(x), np.array([[1.5]]), tau, alpha_bar)
            assert_close(out, np.array([[3.0]]), "x_0")

    def test_shape_and_index(self, student):
        """The model gets one index for each sample, and the samples keep their shape."""
        shapes = []

        def model(x, i):
            shapes.append(np.shape(i))
            return 0.1 * x

        out = student.ddim_sample(model, np.ones((3, 2, 4)), np.array([0, 2]), np.array([0.9, 0.6, 0.2]))
        assert_shape(out, (3, 2, 4), "x_0")
        assert_equal(shapes, [(3,), (3,)], "shapes of the indices that the model got")
