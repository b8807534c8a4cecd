import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, exercise

BETA = np.array([0.19, 0.36])


@exercise("ddpm_step")
class TestStep:
    def test_known_values(self, student):
        """From the second of two steps, and from the first, where the noise is not used."""
        x, noise = np.array([[1.0], [1.0]]), np.array([[0.5], [0.5]])
        out = student.ddpm_step(x, np.array([1, 0]), np.zeros((2, 1)), noise, BETA, "beta")
        assert_close(out, np.array([[1.25 + 0.3], [1 / 0.9]]), "x")

    def test_shape(self, student):
        """Pictures stay pictures."""
        pictures = np.ones((3, 2, 4))
        out = student.ddpm_step(pictures, np.array([0, 1, 1]), pictures, pictures, BETA, "posterior")
        assert_shape(out, (3, 2, 4), "x")


@exercise("ddpm_sample")
class TestSample:
    def test_without_predicted_noise(self, student):
        """A model that sees no noise anywhere: every step scales the samples up."""
        out = student.ddpm_sample(lambda x, i: np.zeros_like(x), np.array([[0.72]]), np.zeros((2, 1, 1)), BETA, "beta")
        assert_close(out, np.array([[1.0]]), "x_0")

    def test_shape_and_index(self, student):
        """The model gets one index for each sample, and the samples keep their shape."""
        shapes = []

        def model(x, i):
            shapes.append(np.shape(i))
            return 0.1 * x

        out = student.ddpm_sample(model, np.ones((3, 2, 4)), np.ones((2, 3, 2, 4)), BETA, "posterior")
        assert_shape(out, (3, 2, 4), "x_0")
        assert_equal(shapes, [(3,), (3,)], "shapes of the indices that the model got")
