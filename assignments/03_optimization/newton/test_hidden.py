import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_equal, leaves_arguments, points, signed


def cubic(rng):
    """A curved function without a flat place, and its derivative."""
    a, b, c = rng.uniform(0.5, 1.5), rng.uniform(1, 2), rng.uniform(5, 8)
    return (lambda x: a * x**3 + b * x - c), (lambda x: 3 * a * x**2 + b)


def bowl(rng, eigenvalues):
    q, _ = np.linalg.qr(rng.normal(size=(len(eigenvalues), len(eigenvalues))))
    H = (q * eigenvalues) @ q.T
    return (H + H.T) / 2


@points(2)
def test_the_way_to_a_root(student, reference, rng):
    """After each number of steps, x is where the tangents lead."""
    f, df = cubic(rng)
    for steps in (1, 2, 3):
        x, n_iter = student.newton_raphson(f, df, 3.0, 1e-12, steps)
        assert_close(x, reference.newton_raphson(f, df, 3.0, 1e-12, steps)[0], "x")
        assert_equal(n_iter, steps, "the number of steps")


def test_nothing_holds_it_back(student, reference, rng):
    """Where the tangents lead away from the root, it goes where they lead."""
    a, x0 = rng.uniform(0.5, 2), rng.uniform(1.5, 1.6)
    f, df = (lambda x: float(np.arctan(x / a))), (lambda x: float(a / (a**2 + x**2)))
    for steps in (1, 3):
        x, n_iter = student.newton_raphson(f, df, a * x0, 1e-9, steps)
        assert_close(x, reference.newton_raphson(f, df, a * x0, 1e-9, steps)[0], "x")
        assert_equal(n_iter, steps, "the number of steps")


@points(2)
def test_it_ends_where_f_is_small(student, reference, rng):
    """It stops as soon as f is within the tolerance, and tells how many steps that took."""
    f, df = cubic(rng)
    for tol in (1.0, 1e-3, 1e-9):
        wanted = reference.newton_raphson(f, df, 4.0, tol, 50)
        x, n_iter = student.newton_raphson(f, df, 4.0, tol, 50)
        assert_close(x, wanted[0], "x")
        assert_equal(n_iter, wanted[1], "the number of steps")


def test_the_root_of_two(student):
    """The known way to the root of 2."""
    for steps, wanted in [(1, 1.5), (2, 1.4166666667), (3, 1.4142156863), (4, 1.4142135624)]:
        x, _ = student.newton_raphson(lambda x: x * x - 2, lambda x: 2 * x, 1.0, 0.0, steps)
        assert_close(x, wanted, "x", atol=2e-10)


def test_steep_and_flat_functions(student, rng):
    """What ends the search is the size of f, not that of the step."""
    steep = 1e4 * rng.uniform(1, 2)
    x, n_iter = student.newton_raphson(lambda x: steep * (x**3 - 8), lambda x: 3 * steep * x**2, 2.01, 1e-6, 50)
    assert_between(abs(steep * (x**3 - 8)), 0, 1e-6, "|f(x)| in the end")
    x, n_iter = student.newton_raphson(lambda x: 1e-3 * x, lambda x: 1e-3, 5.0, 0.01, 50)
    assert_equal((x, n_iter), (5.0, 0), "x and the number of steps where f is small from the start")


def test_no_steps_allowed(student, rng):
    """With max_iter = 0 it stays where it is."""
    x0 = rng.uniform(2, 3)
    assert_equal(student.newton_raphson(lambda x: x, lambda x: 1.0, x0, 1e-9, 0), (x0, 0), "x and the number of steps")


def test_exactly_at_the_tolerance(student):
    """Where |f(x)| is exactly the tolerance, the search is over."""
    assert_equal(student.newton_raphson(lambda x: x, lambda x: 1.0, -5.0, 5.0, 50), (-5.0, 0), "x and the number of steps")


def test_one_step_on_a_line(student, rng):
    """On a straight line one step is enough, also if its slope is negative."""
    slope, root = -rng.uniform(1, 3), rng.uniform(2, 5)
    x, n_iter = student.newton_raphson(lambda x: slope * (x - root), lambda x: slope, -3.0, 1e-9, 50)
    assert_close(x, root, "x")
    assert_equal(n_iter, 1, "the number of steps")


def test_it_may_end_in_a_maximum(student, rng):
    """With first and second derivative, it finds the extremum that is near, even if that is a maximum."""
    a = rng.uniform(1, 2)
    x, _ = student.newton_raphson(lambda x: a * (x - x**3), lambda x: a * (1 - 3 * x**2), 0.2, 1e-10, 50)
    assert_close(x, 0.0, "x", atol=1e-9)
    x, _ = student.newton_raphson(lambda x: -a * np.sin(x), lambda x: -a * np.cos(x), 0.3, 1e-10, 50)
    assert_close(x, 0.0, "x", atol=1e-9)


def test_a_horizontal_tangent(student):
    """Where a step has to be made and the slope is 0, a ZeroDivisionError is raised; where none has to be made, not."""
    with pytest.raises(ZeroDivisionError):
        student.newton_raphson(lambda x: x * x + 1, lambda x: 2 * x, np.float64(0.0), 1e-9, 5)
    x, n_iter = student.newton_raphson(lambda x: x * x, lambda x: 2 * x, 0.0, 1e-9, 5)
    assert_equal((x, n_iter), (0.0, 0), "x and the number of steps at a root")


@points(2)
@leaves_arguments
def test_a_step_in_many_dimensions(student, reference, rng):
    """The step solves the linear system, whatever the axes of the bowl."""
    for values in ([0.5, 2.0, 5.0], [1.0, -2.0, 3.0, -0.5]):
        H, g, theta = bowl(rng, np.array(values)), signed(rng, len(values)), signed(rng, len(values))
        assert_close(student.newton_step(theta, g, H), reference.newton_step(theta, g, H), "theta")


def test_one_step_to_the_bottom(student, rng):
    """On a quadratic bowl one step leads to the minimum, however narrow the bowl is."""
    H, star, theta = bowl(rng, np.array([0.1, 1.0, 100.0])), signed(rng, 3), signed(rng, 3)
    assert_close(student.newton_step(theta, H @ (theta - star), H), star, "theta", rtol=1e-7)


def test_a_saddle(student, rng):
    """With curvatures of both signs, the step leads to the saddle point."""
    H, saddle, theta = bowl(rng, np.array([2.0, -1.0])), signed(rng, 2), signed(rng, 2)
    assert_close(student.newton_step(theta, H @ (theta - saddle), H), saddle, "theta")


def test_coordinates_do_not_matter(student, rng):
    """In stretched and turned coordinates the step is the same step."""
    H, g, theta = bowl(rng, np.array([1.0, 2.0, 4.0])), signed(rng, 3), signed(rng, 3)
    A = bowl(rng, np.array([0.5, 1.0, 2.0])) @ bowl(rng, np.array([1.0, 1.5, 2.0]))  # theta = A phi
    phi = student.newton_step(np.linalg.solve(A, theta), A.T @ g, A.T @ H @ A)
    assert_close(A @ phi, student.newton_step(theta, g, H), "the step in other coordinates", rtol=1e-7)
