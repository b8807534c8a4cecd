import numpy as np

from autograder.suite import assert_close, assert_true, exercise, points, signed


def curved(rng, shape):
    """The gradient of some loss, not linear in theta."""
    slope, shift = rng.uniform(0.5, 2, size=shape), signed(rng, shape)
    return lambda theta: slope * np.sinh(theta - shift) / 2


def follow(step, theta, v, rates):
    """A path, state carried over: all thetas and velocities."""
    path = []
    for lr in rates:
        theta, v = step(theta, v, lr)
        path.append((theta, v))
    return path


@exercise("momentum_step")
class TestMomentum:
    @points(2)
    def test_a_step_from_any_state(self, student, reference, rng):
        """From a state in the middle of a training, theta and v after the step."""
        theta, v, g = (signed(rng, (3, 4)) for _ in range(3))
        for lr, mu in [(0.3, 0.7), (0.05, 0.95)]:
            got, wanted = student.momentum_step(theta, v, g, lr, mu), reference.momentum_step(theta, v, g, lr, mu)
            assert_close(got[0], wanted[0], "theta")
            assert_close(got[1], wanted[1], "v")

    @points(2)
    def test_a_path_with_a_schedule(self, student, reference, rng):
        """Over several steps the state is carried on, and a new learning rate acts on all of the velocity."""
        grad, start = curved(rng, (3,)), signed(rng, (3,))
        rates = [0.1, 0.1, 0.02, 0.05, 0.01]
        got = follow(lambda theta, v, lr: student.momentum_step(theta, v, grad(theta), lr, mu=0.8), start, np.zeros(3), rates)
        wanted = follow(
            lambda theta, v, lr: reference.momentum_step(theta, v, grad(theta), lr, mu=0.8), start, np.zeros(3), rates
        )
        for (theta, v), (right, right_v) in zip(got, wanted, strict=True):
            assert_close(theta, right, "theta")
            assert_close(v, right_v, "v")

    def test_a_parabola(self, student, rng):
        """The default mu is 0.9; on a parabola the known way."""
        start = signed(rng, 2)
        path = follow(lambda theta, v, lr: student.momentum_step(theta, v, theta, lr), start, np.zeros(2), [0.1] * 3)
        for (theta, _), factor in zip(path, (0.9, 0.72, 0.486)):
            assert_close(theta, factor * start, "theta")

    def test_without_memory_it_is_gradient_descent(self, student, rng):
        """With mu = 0 the step is that of gradient descent, whatever the velocity was."""
        theta, v, g = (signed(rng, 4) for _ in range(3))
        got, velocity = student.momentum_step(theta, v, g, 0.2, 0.0)
        assert_close(got, theta - 0.2 * g, "theta")
        assert_close(velocity, g, "v")

    def test_under_a_constant_force(self, student, rng):
        """Under a constant gradient the velocity grows to ten times the gradient for mu = 0.9."""
        g, theta, v, seen = signed(rng, 2), np.zeros(2), np.zeros(2), []
        for _ in range(400):
            theta, v = student.momentum_step(theta, v, g, 0.1, 0.9)
            seen.append(0.1 * v)
        assert_close(np.array(seen[:5]), np.array([0.1, 0.19, 0.271, 0.3439, 0.40951])[:, None] * g, "the first five moves")
        assert_close(seen[-1], g, "the move in the end", rtol=1e-6)

    def test_faster_in_a_long_valley(self, student, rng):
        """On a bowl a hundred times as steep in one direction, momentum needs fewer steps than gradient descent."""
        H, start = np.array([1.0, 100.0]), signed(rng, 2)

        def steps_needed(mu):
            theta, v = start, np.zeros(2)
            for step in range(1, 400):
                theta, v = student.momentum_step(theta, v, H * theta, 0.015, mu)
                if float(np.abs(theta).max()) < 0.01:
                    return step
            return 400

        assert_true(steps_needed(0.8) < 0.7 * steps_needed(0.0), "momentum does not get to the minimum in clearly fewer steps")


@exercise("nesterov_step")
class TestNesterov:
    @points(2)
    def test_a_step_from_any_state(self, student, reference, rng):
        """From a state in the middle of a training, theta and v after the step."""
        grad = curved(rng, (3, 4))
        theta, v = signed(rng, (3, 4)), signed(rng, (3, 4))
        for lr, mu in [(0.3, 0.7), (0.05, 0.95)]:
            got, wanted = student.nesterov_step(theta, v, grad, lr, mu), reference.nesterov_step(theta, v, grad, lr, mu)
            assert_close(got[0], wanted[0], "theta")
            assert_close(got[1], wanted[1], "v")

    @points(2)
    def test_a_path_with_a_schedule(self, student, reference, rng):
        """Over several steps the state is carried on, with a learning rate that changes and the default mu."""
        grad, start = curved(rng, (3,)), signed(rng, (3,))
        rates = [0.1, 0.1, 0.02, 0.05]
        got = follow(lambda theta, v, lr: student.nesterov_step(theta, v, grad, lr), start, np.zeros(3), rates)
        wanted = follow(lambda theta, v, lr: reference.nesterov_step(theta, v, grad, lr), start, np.zeros(3), rates)
        for (theta, v), (right, right_v) in zip(got, wanted, strict=True):
            assert_close(theta, right, "theta")
            assert_close(v, right_v, "v")

    def test_a_parabola(self, student, rng):
        """On a parabola the known way."""
        start = signed(rng, 2)
        path = follow(lambda theta, v, lr: student.nesterov_step(theta, v, lambda x: x, lr, 0.9), start, np.zeros(2), [0.1] * 3)
        for (theta, _), factor in zip(path, (0.9, 0.729, 0.51759)):
            assert_close(theta, factor * start, "theta")

    def test_the_first_step_is_that_of_momentum(self, student, rng):
        """Without a velocity there is nothing to look ahead to: the gradient is taken at theta."""
        grad, theta = curved(rng, (4,)), signed(rng, 4)
        got, v = student.nesterov_step(theta, np.zeros(4), grad, 0.1, 0.9)
        assert_close(v, grad(theta), "v")
        assert_close(got, theta - 0.1 * grad(theta), "theta")

    def test_without_memory_it_is_gradient_descent(self, student, rng):
        """With mu = 0 the step is that of gradient descent, whatever the velocity was."""
        grad, theta, v = curved(rng, (4,)), signed(rng, 4), signed(rng, 4)
        assert_close(student.nesterov_step(theta, v, grad, 0.2, 0.0)[0], theta - 0.2 * grad(theta), "theta")

    def test_where_the_gradient_is_taken(self, student, rng):
        """The gradient is asked for at one point: ahead of theta, where the old velocity leads."""
        theta, v, asked = signed(rng, 3), signed(rng, 3), []

        def grad(x):
            asked.append(np.array(x))
            return np.ones(3)

        student.nesterov_step(theta, v, grad, 0.2, 0.9)
        assert_close(asked[-1], theta - 0.18 * v, "the point at which the gradient is taken")
