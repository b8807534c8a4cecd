import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, exercise, points, signed


def bowl(rng, eigenvalues):
    """A symmetric matrix with these eigenvalues, whose axes are not those of the coordinates."""
    q, _ = np.linalg.qr(rng.normal(size=(len(eigenvalues), len(eigenvalues))))
    H = (q * eigenvalues) @ q.T
    return (H + H.T) / 2, q


def curved(rng, D=3):
    """The gradient of a loss that is no quadratic, with coordinates that depend on each other."""
    H, _ = bowl(rng, np.linspace(0.5, 2, D))
    shift = signed(rng, D)
    return lambda theta: H @ (theta - shift) + 0.3 * np.tanh(theta.sum())


@exercise("gradient_descent")
class TestDescent:
    @points(2)
    def test_the_whole_trajectory(self, student, reference, rng):
        """Every point of the way is where a step along the gradient leads, and the start is left alone."""
        grad, theta0 = curved(rng), signed(rng, 3)
        assert_close(
            student.gradient_descent(grad, theta0, 0.2, 5), reference.gradient_descent(grad, theta0, 0.2, 5), "the trajectory"
        )

    @points(2)
    def test_uphill(self, student, reference, rng):
        """With maximize the steps lead uphill."""
        grad, theta0 = curved(rng, 4), signed(rng, 4)
        wanted = reference.gradient_descent(grad, theta0, 0.1, 4, maximize=True)
        assert_close(student.gradient_descent(grad, theta0, 0.1, 4, maximize=True), wanted, "the trajectory")

    def test_a_parabola(self, student, rng):
        """On a parabola every step multiplies the distance from the minimum by the same factor."""
        theta0 = signed(rng, 2)
        path = student.gradient_descent(lambda theta: theta, theta0, 0.1, 3)
        assert_close(path, np.array([1, 0.9, 0.81, 0.729])[:, None] * theta0, "the trajectory")

    def test_all_coordinates_at_once(self, student, rng):
        """A step with a gradient that exchanges coordinates uses the old value of each."""
        theta0 = signed(rng, 2)
        path = student.gradient_descent(lambda theta: theta[::-1].copy(), theta0, 0.5, 1)
        assert_close(path, np.array([theta0, theta0 - 0.5 * theta0[::-1]]), "the trajectory")

    def test_a_large_rate_diverges(self, student, rng):
        """Below 2 over the greatest curvature the way ends at the minimum, above it runs away."""
        H, q = bowl(rng, np.array([1.0, 4.0]))
        theta0 = q @ np.array([1.0, 1.0])
        near = np.asarray(student.gradient_descent(lambda theta: H @ theta, theta0, 0.45, 60))
        far = np.asarray(student.gradient_descent(lambda theta: H @ theta, theta0, 0.55, 60))
        assert_true(float(np.linalg.norm(near[-1])) < 1e-3, "with a small rate the last point is not near the minimum")
        assert_true(float(np.linalg.norm(far[-1])) > 100, "with a rate that is too large the last point has not run away")

    def test_no_step_at_all(self, student, rng):
        """With 0 steps the trajectory is the starting point alone."""
        theta0 = signed(rng, 3)
        path = student.gradient_descent(lambda theta: theta, theta0, 0.1, 0)
        assert_shape(path, (1, 3), "the trajectory")
        assert_close(path[0], theta0, "the first row")

    def test_a_negative_number_of_steps_is_refused(self, student):
        """A negative number of steps raises a ValueError."""
        with pytest.raises(ValueError):
            student.gradient_descent(lambda theta: theta, np.ones(2), 0.1, -1)


@exercise("quadratic_gd_iterate")
class TestQuadratic:
    @points(2)
    def test_equals_so_many_steps(self, student, rng, reference):
        """The point is the one that t steps of gradient descent reach."""
        H, _ = bowl(rng, np.array([0.5, 1.5, 3.0]) * rng.uniform(0.9, 1.1))
        star, theta0 = signed(rng, 3), signed(rng, 3)
        for t in (1, 2, 7):
            wanted, fits = reference.quadratic_gd_iterate(H, star, theta0, 0.3, t)
            got = student.quadratic_gd_iterate(H, star, theta0, 0.3, t)
            assert_close(got[0], wanted, "theta_t")
            assert_equal(got[1], fits, "converges")

    @points(2)
    def test_against_gradient_descent(self, student, reference, rng):
        """Gradient descent itself, step by step, ends at the same point."""
        H, _ = bowl(rng, np.array([0.5, 1.0, 2.0, 2.5]))
        star, theta0 = signed(rng, 4), signed(rng, 4)
        path = reference.gradient_descent(lambda theta: H @ (theta - star), theta0, 0.35, 6)
        assert_close(student.quadratic_gd_iterate(H, star, theta0, 0.35, 6)[0], path[-1], "theta_t")

    def test_zero_steps_change_nothing(self, student, rng):
        """After 0 steps theta is where it began."""
        H, _ = bowl(rng, np.array([1.0, 2.0, 3.0]))
        star, theta0 = signed(rng, 3), signed(rng, 3)
        assert_close(student.quadratic_gd_iterate(H, star, theta0, 0.1, 0)[0], theta0, "theta_t")

    def test_an_eternity_later(self, student, rng):
        """After a hundred million steps it stands at the minimum, and it is there at once."""
        H, _ = bowl(rng, np.array([0.5, 1.0, 2.0]))
        star, theta0 = signed(rng, 3), signed(rng, 3)
        theta, converges = student.quadratic_gd_iterate(H, star, theta0, 0.3, 10**8)
        assert_close(theta, star, "theta_t")
        assert_equal(converges, True, "converges")

    def test_very_many_very_small_steps(self, student, reference, rng):
        """Ten million steps with a tiny rate: on its way, and not yet there."""
        H, _ = bowl(rng, np.array([0.5, 1.0, 2.0]))
        star, theta0 = signed(rng, 3), signed(rng, 3)
        wanted = reference.quadratic_gd_iterate(H, star, theta0, 1e-7, 10**7)[0]
        assert_close(student.quadratic_gd_iterate(H, star, theta0, 1e-7, 10**7)[0], wanted, "theta_t", rtol=1e-6)

    @points(2)
    def test_the_border(self, student, reference, rng):
        """The greatest curvature decides, 2 is the border, and on the border it does not converge."""
        for curvatures, lr in [
            ((0.25, 4.0), 0.5),  # exactly on the border
            ((0.25, 4.0), 0.375),  # between 1 and 2
            ((0.25, 4.0), 0.125),
            ((0.25, 4.0), 0.75),
            ((0.0625, 1.0), 0.5),
            ((1.0, 0.0), 0.5),  # a flat direction
            ((1.0, -1.0), 0.5),  # a saddle
            ((1.0, 2.0), -0.5),
        ]:
            H = np.diag(rng.permutation(curvatures))
            start = signed(rng, 2)
            wanted = reference.quadratic_gd_iterate(H, np.zeros(2), start, lr, 1)[1]
            assert_equal(student.quadratic_gd_iterate(H, np.zeros(2), start, lr, 1)[1], wanted, "converges")
