import numpy as np

from autograder.suite import assert_close, assert_shape, assert_true, exercise


@exercise("numerical_gradient")
class TestGradient:
    def test_shape(self, student, rng):
        """The gradient has the shape of x."""
        assert_shape(student.numerical_gradient(np.sum, rng.normal(size=(2, 3))), (2, 3), "the gradient")

    def test_known_value(self, student):
        """x1^2 + 5 x1 x2 has the gradient (9, 10) at (2, 1)."""
        gradient = student.numerical_gradient(lambda x: x[0] ** 2 + 5 * x[0] * x[1], np.array([2.0, 1.0]))
        assert_close(gradient, np.array([9.0, 10.0]), "the gradient", rtol=1e-7)

    def test_sine(self, student, rng):
        """The sum of sines has the cosines as its gradient."""
        x = rng.normal(size=4)
        assert_close(student.numerical_gradient(lambda x: np.sin(x).sum(), x), np.cos(x), "the gradient", atol=1e-7)


@exercise("gradient_check")
class TestCheck:
    def test_right_gradient(self, student, rng):
        """For the sum of squares, 2 x passes."""
        err = student.gradient_check(lambda x: np.sum(x**2), lambda x: 2 * x, rng.normal(size=(2, 3)))
        assert_true(err < 1e-7, "a right gradient gets an err of 1e-7 or more")

    def test_wrong_gradient(self, student, rng):
        """For the sum of squares, x is too small by a half: err is a third."""
        err = student.gradient_check(lambda x: np.sum(x**2), lambda x: x, rng.normal(size=(2, 3)))
        assert_close(err, 1 / 3, "err", atol=1e-6)


@exercise("numerical_jacobian")
class TestJacobian:
    def test_shape(self, student):
        """Three outputs of two inputs: three rows, two columns."""
        jacobian = student.numerical_jacobian(lambda x: np.array([x[0], x[1], x[0] + x[1]]), np.array([1.0, 2.0]))
        assert_shape(jacobian, (3, 2), "the Jacobian")

    def test_polar_coordinates(self, student):
        """(r cos t, r sin t) has the Jacobian [[0, -2], [1, 0]] at r = 2, t = pi / 2."""
        jacobian = student.numerical_jacobian(
            lambda x: x[0] * np.array([np.cos(x[1]), np.sin(x[1])]), np.array([2.0, np.pi / 2])
        )
        assert_close(jacobian, np.array([[0.0, -2.0], [1.0, 0.0]]), "the Jacobian", atol=1e-7)
