import numpy as np

from autograder.suite import assert_close, assert_shape


class TestOneStep:
    def test_known_values(self, student):
        """With beta = 0.36, a step takes 0.8 of the data and 0.6 of the noise."""
        got = student.forward_diffusion_step(np.array([[1.0, -2.0]]), 0.36, np.array([[1.0, 0.5]]))
        assert_close(got, np.array([[1.4, -1.3]]), "x_t")


class TestManySteps:
    def test_shape_of_images(self, student, rng):
        """Images stay images."""
        x0, noise = rng.normal(size=(2, 3, 1, 5, 4))
        got = student.q_sample(x0, np.array([2, 0, 1]), np.array([0.9, 0.5, 0.1]), noise)
        assert_shape(got, (3, 1, 5, 4), "x_t")

    def test_two_samples(self, student):
        """Two samples at different steps, worked out by hand."""
        x0, noise = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[0.0, 1.0], [0.0, 1.0]])
        got = student.q_sample(x0, np.array([1, 0]), np.array([0.64, 0.36]), noise)
        assert_close(got, np.array([[0.6, 0.8], [0.8, 0.6]]), "x_t")
