import numpy as np

from autograder.suite import assert_between, assert_close, assert_equal, assert_shape, definition, exercise, points, signed


def quadratic(rng, shape):
    """A quadratic that couples all entries, and its gradient."""
    size = int(np.prod(shape))
    matrix, slope = rng.normal(size=(size, size)), rng.normal(size=size)
    symmetric = matrix + matrix.T

    def value(x):
        flat = np.reshape(x, -1)
        return 0.5 * flat @ symmetric @ flat + slope @ flat

    def gradient(x):
        return (symmetric @ np.reshape(x, -1) + slope).reshape(shape)

    return value, gradient


@exercise("numerical_gradient")
class TestGradient:
    @definition
    @points(2)
    def test_exact_on_quadratics(self, student, rng):
        """A quadratic function has no third derivative, so the difference is exact up to rounding."""
        value, gradient = quadratic(rng, (5,))
        x = rng.normal(size=5)
        assert_close(student.numerical_gradient(value, x, 1e-3), gradient(x), "the gradient", atol=1e-8)

    @definition
    @points(2)
    def test_any_number_of_axes(self, student, rng):
        """Where x has two axes or three, every entry has a derivative of its own."""
        for shape in [(3, 4), (2, 3, 2)]:
            value, gradient = quadratic(rng, shape)
            x = rng.normal(size=shape)
            assert_close(student.numerical_gradient(value, x, 1e-3), gradient(x), "the gradient", atol=1e-8)

    @points(2)
    def test_error_is_of_second_order(self, student, rng):
        """With a smaller h the error falls like its square: for a cubic it is exactly f''' h^2 / 6."""
        factor, x = signed(rng, (2, 3)), signed(rng, (2, 3))
        for h in (0.2, 0.1, 0.01):
            measured = student.numerical_gradient(lambda x: np.sum(factor * x**3), x, h)
            assert_close(measured, factor * (3 * x**2 + h**2), "the gradient of a cubic", rtol=1e-9)

    def test_usual_step(self, student, rng):
        """Without an h, the two points are 1e-5 to either side."""
        factor = signed(rng, 3) * 1e10
        measured = student.numerical_gradient(lambda x: np.sum(factor * x**3), np.zeros(3))
        assert_close(measured, factor * 1e-10, "the gradient of a steep cubic", rtol=1e-6)

    @definition
    def test_partial_derivatives_of_a_product(self, student):
        """The partial derivatives of a small polynomial are those worked out by hand."""
        measured = student.numerical_gradient(lambda x: x[0] ** 2 + 5 * x[0] * x[1], np.array([1.0, 2.0]), 1e-4)
        assert_close(measured, np.array([12.0, 5.0]), "the gradient", atol=1e-7)

    def test_x_is_as_it_was(self, student, rng):
        """The gradient is right, and afterwards x is what it was before."""
        value, gradient = quadratic(rng, (2, 4))
        x = rng.normal(size=(2, 4))
        after = student.call(student.numerical_gradient, value, x, 0.5, return_args=True)
        assert_close(after.result, gradient(x), "the gradient", atol=1e-9)
        assert_close(after.args[1], x, "x afterwards", rtol=1e-15)

    def test_x_may_be_a_view(self, student, rng):
        """An x that is not contiguous in memory is treated like any other."""
        value, gradient = quadratic(rng, (3, 2))
        x = rng.normal(size=(4, 3)).T[:, ::2]
        measured = student.numerical_gradient(value, x, 1e-3)
        assert_close(measured, gradient(x), "the gradient at a view", atol=1e-8)

    def test_each_entry_is_moved_alone(self, student, rng):
        """Every point at which f is asked differs from x in one entry at most, and there by h."""
        x, seen = rng.normal(size=(2, 3)), []

        def value(at):
            seen.append(np.array(at))
            return float(np.sum(at))

        assert_close(student.numerical_gradient(value, x, 0.125), np.ones((2, 3)), "the gradient of a sum")
        moved = np.abs(np.array(seen) - x).reshape(len(seen), -1)
        assert_equal((moved > 1e-9).sum(axis=1) <= 1, np.full(len(seen), True), "whether one entry at most is moved")
        assert_between(moved.max(axis=1), 0, 0.125 + 1e-9, "the distance from x")


def check(student, gradient, planted, h=1e-3):
    """The err of a planted gradient for a linear function, whose measured gradient is exact."""
    return student.gradient_check(lambda x: np.sum(gradient * x), lambda x: planted, np.zeros(gradient.shape), h)


def hundred_entries(rng):
    """Of both signs, all of a different size."""
    return np.linspace(1.0, 2.0, 100).reshape(4, 25) * rng.choice([-1, 1], size=(4, 25))


def check_is_found(student, right, wrong):
    err = check(student, right, wrong)
    assert_between(err, 1e-3, 1.0, "err of a wrong gradient")
    defined = np.abs(wrong - right).max() / (np.abs(wrong).max() + np.abs(right).max())
    assert_close(err, defined, "err of a wrong gradient", rtol=1e-6)


@exercise("gradient_check")
class TestCheck:
    @points(3)
    def test_right_gradients_pass(self, student, rng):
        """Gradients that are right get an err below 1e-7, also where some entries are tiny or 0."""
        value, gradient = quadratic(rng, (3, 2))
        err = student.gradient_check(value, gradient, rng.normal(size=(3, 2)))
        assert_between(err, 0, 1e-7, "err of a right gradient")
        x = signed(rng, 5)
        tiny = np.array([1.0, 1e-9, 0.0, 1e-12, 1.0])
        err = student.gradient_check(lambda x: np.sum(tiny * np.sin(x)), lambda x: tiny * np.cos(x), x)
        assert_between(err, 0, 1e-7, "err of a right gradient with tiny entries")

    @points(2)
    def test_wrong_sign_is_found(self, student, rng):
        """A gradient that points the wrong way gets a large err."""
        right = hundred_entries(rng)
        check_is_found(student, right, -right)

    @definition
    @points(2)
    def test_one_wrong_sign_is_found(self, student, rng):
        """One wrong sign among a hundred entries gives the err of the definition."""
        right, wrong = (gradient := hundred_entries(rng)), gradient.copy()
        wrong[1, 7] *= -1
        check_is_found(student, right, wrong)

    @definition
    @points(2)
    def test_factor_of_two_is_found(self, student, rng):
        """A gradient that is twice too large gives the err of the definition."""
        right = hundred_entries(rng)
        check_is_found(student, right, 2 * right)

    @definition
    @points(2)
    def test_exchanged_entries_are_found(self, student, rng):
        """Two entries that have changed places give the err of the definition."""
        right, wrong = (gradient := hundred_entries(rng)), gradient.copy()
        wrong[0, 1], wrong[3, 20] = right[3, 20], right[0, 1]
        check_is_found(student, right, wrong)

    @points(2)
    def test_one_entry_that_is_off_is_found(self, student, rng):
        """One entry of a hundred that is off by a percent is enough for an err above 1e-3."""
        right, wrong = (gradient := hundred_entries(rng)), gradient.copy()
        wrong[2, 3] *= 1.01
        check_is_found(student, right, wrong)

    def test_does_not_depend_on_units(self, student, rng):
        """Multiplying the function and the gradient by the same number does not change err."""
        right = signed(rng, (2, 3))
        wrong = right + 0.1 * signed(rng, (2, 3))
        expected = np.abs(wrong - right).max() / (np.abs(wrong).max() + np.abs(right).max())
        for unit in (1e-6, 1.0, 1e6):
            assert_close(check(student, unit * right, unit * wrong), expected, "err", rtol=1e-6)

    def test_zero_gradients(self, student):
        """Two gradients of zeros agree: err is 0."""
        assert_close(check(student, np.zeros(4), np.zeros(4)), 0.0, "err of two zero gradients")

    def test_smallest_denominator(self, student):
        """Where both gradients are almost 0, the difference is divided by 1e-12."""
        assert_close(check(student, np.array([1e-13, 0.0]), np.zeros(2)), 0.1, "err of tiny gradients", rtol=1e-6)

    def test_step(self, student, rng):
        """The numerical gradient is taken with h, which is 1e-5 if nothing is said."""
        factor = signed(rng, 3)

        def err(h, *given):
            return student.gradient_check(lambda x: np.sum(factor / h**2 * x**3), lambda x: factor, np.zeros(3), *given)

        assert_between(err(1e-5), 0, 1e-6, "err without an h")
        assert_between(err(1e-2, 1e-2), 0, 1e-6, "err with an h")

    def test_x_is_as_it_was(self, student, rng):
        """err is right, the gradient is asked for at x, and afterwards x is what it was before."""
        x, seen = rng.normal(size=(3, 2)), []

        def grad(at):
            seen.append(np.array(at))
            return 3 * at

        after = student.call(student.gradient_check, lambda x: np.sum(x**2), grad, x, 1e-3, return_args=True)
        assert_close(after.result, 0.2, "err", rtol=1e-6)
        assert_close(after.args[2], x, "x afterwards", rtol=1e-15)
        assert_close(seen[0], x, "the point at which the gradient is asked for", rtol=1e-15)


@exercise("numerical_jacobian")
class TestJacobian:
    @definition
    @points(2)
    def test_linear_map_returns_its_matrix(self, student, rng):
        """The Jacobian of x -> A x + b is A, for any number of inputs and outputs."""
        for m, n in [(3, 5), (4, 2), (3, 3)]:
            matrix, shift = rng.normal(size=(m, n)), rng.normal(size=m)
            measured = student.numerical_jacobian(lambda x, a=matrix, b=shift: a @ x + b, rng.normal(size=n), 1e-3)
            assert_shape(measured, (m, n), "the Jacobian")
            assert_close(measured, matrix, "the Jacobian", atol=1e-9)

    @definition
    @points(2)
    def test_known_map(self, student, rng):
        """For a map of sines, squares and exponentials, every partial derivative is right."""
        a, b, c = x = signed(rng, 3)
        measured = student.numerical_jacobian(
            lambda x: np.array([np.sin(x[0] * x[1]), x[0] ** 2 + x[2], np.exp(x[2]), x[1]]), x
        )
        wave = np.cos(a * b)
        wanted = np.array([[b * wave, a * wave, 0], [2 * a, 0, 1], [0, 0, np.exp(c)], [0, 1, 0]])
        assert_close(measured, wanted, "the Jacobian", atol=1e-8)

    def test_error_is_of_second_order(self, student, rng):
        """The differences are centred: for cubes they are off by h^2, and by nothing else."""
        x = signed(rng, 3)
        for h in (0.2, 0.1):
            measured = student.numerical_jacobian(lambda x: np.append(x**3, x.sum()), x, h)
            wanted = np.vstack([np.diag(3 * x**2 + h**2), np.ones(3)])
            assert_close(measured, wanted, "the Jacobian of cubes", rtol=1e-9)

    def test_usual_step(self, student, rng):
        """Without an h, the two points are 1e-5 to either side."""
        factor = signed(rng, 3)
        measured = student.numerical_jacobian(lambda x: factor * 1e10 * x**3, np.zeros(3))
        assert_close(measured, np.diag(factor), "the Jacobian of steep cubes", rtol=1e-6)

    def test_x_is_as_it_was(self, student, rng):
        """The Jacobian is right, and afterwards x is what it was before."""
        matrix, x = rng.normal(size=(2, 4)), rng.normal(size=4)
        after = student.call(student.numerical_jacobian, lambda x: matrix @ x**2, x, 0.5, return_args=True)
        assert_close(after.result, 2 * matrix * x, "the Jacobian", atol=1e-9)
        assert_close(after.args[1], x, "x afterwards", rtol=1e-15)
