import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, points


def draw(rng, tau, shape=(4, 6)):
    """Entries on both sides of 0 and of the threshold, each kind for certain."""
    inside = rng.uniform(0.1, 0.9, size=shape[0] * shape[1] // 2) * tau
    outside = tau + rng.uniform(0.1, 2, size=inside.size)
    theta = np.concatenate([inside[::2], -inside[1::2], outside[::2], -outside[1::2]])
    return rng.permutation(theta).reshape(shape)


@points(2)
def test_entries_move_towards_zero_by_tau(student, reference, rng):
    """Every entry moves towards 0 by tau and stops there."""
    theta = draw(rng, 0.7)
    assert_close(student.soft_threshold(theta, 0.7), reference.soft_threshold(theta, 0.7), "the result")


def test_small_entries_become_exactly_zero(student, rng):
    """Entries within tau of 0, the border included, are exactly 0 afterwards, and no others are."""
    tau = 0.75
    theta = np.append(draw(rng, tau).ravel(), [tau, -tau, 0.0])
    out = student.soft_threshold(theta, tau)
    assert_equal(np.not_equal(out, 0), np.abs(theta) > tau, "whether the result differs from 0")


@points(2)
def test_result_minimises_the_penalised_distance(student, rng):
    """No other z has a smaller 1/2 (z - theta)^2 + tau |z|."""
    theta, tau = draw(rng, 0.6).ravel(), 0.6

    def objective(z):
        return 0.5 * (z - theta) ** 2 + tau * np.abs(z)

    z = student.soft_threshold(theta, tau)
    assert_shape(z, theta.shape, "the result")
    others = np.concatenate([np.linspace(-4, 4, 801), [0.0]])[:, None]
    for other in [others, z + 1e-3, z - 1e-3]:
        worse = np.all(objective(other) >= objective(z) - 1e-12)
        assert_true(worse, "there is a z with a smaller 1/2 (z - theta)^2 + tau |z| than yours")


def test_two_points_never_move_apart(student, rng):
    """The distance of two inputs does not grow (the step is nonexpansive), and a large one shrinks to the threshold."""
    tau = 0.5
    close = rng.uniform(0.01, 0.1, size=5)
    first = np.concatenate([tau + close, close, -tau - close, [3.0]])
    second = np.concatenate([tau - close, -close, -tau + close, [-3.0]])
    moved = np.abs(student.soft_threshold(first, tau) - student.soft_threshold(second, tau))
    assert_true(np.all(moved <= np.abs(first - second) + 1e-12), "two inputs are further apart afterwards than before")
    assert_close(moved[-1], 6.0 - 2 * tau, "the distance of two large inputs afterwards")


def test_zero_tau_changes_nothing_and_a_large_one_leaves_nothing(student, rng):
    """With tau = 0 theta comes back, with a tau above all entries only zeros do."""
    theta = rng.uniform(-2, 2, size=(3, 5))
    assert_close(student.soft_threshold(theta, 0.0), theta, "the result with tau = 0")
    assert_close(student.soft_threshold(theta, 2.5), np.zeros((3, 5)), "the result with a large tau")


def test_theta_is_left_alone(student, reference, rng):
    """The result is right, and the array that came in is not overwritten by it."""
    theta = draw(rng, 0.4)
    after = student.call(student.soft_threshold, theta, 0.4, return_args=True)
    assert_close(after.result, reference.soft_threshold(theta, 0.4), "the result")
    assert_close(after.args[0], theta, "the array passed in")
