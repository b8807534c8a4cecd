import numpy as np

from autograder.suite import assert_close, assert_true, exercise, leaves_arguments, points, signed


def check_state(got, wanted, names):
    for one, other, name in zip(got, wanted, names, strict=True):
        assert_close(one, other, name)


def check_path(step, right, rng, names, shape=(3,), steps=4):
    """Several steps from 0, then on from the state that came out, each against the reference from the same state."""
    theta = signed(rng, shape)
    state = tuple(np.zeros(shape) for _ in names[1:])
    for _ in range(steps):
        g = signed(rng, shape)
        wanted = right(theta, *state, g)
        got = step(theta, *state, g)
        check_state(got, wanted, names)
        theta, *state = wanted


@exercise("rmsprop_step")
class TestAdagrad:
    @points(2)
    @leaves_arguments
    def test_a_step_from_any_state(self, student, reference, rng):
        """Adagrad: theta and r after a step in the middle of a training, also where gradients are tiny."""
        for size in (1.0, 1e-5):
            theta, g = signed(rng, (3, 4)), size * signed(rng, (3, 4))
            r = size**2 * rng.uniform(0.5, 2, size=(3, 4))
            got, wanted = student.adagrad_step(theta, r, g, 0.3, 1e-6), reference.adagrad_step(theta, r, g, 0.3, 1e-6)
            check_state(got, wanted, ("theta", "r"))

    def test_a_path(self, student, reference, rng):
        """Adagrad: step after step, from the state that the step before has left."""
        check_path(
            lambda theta, r, g: student.adagrad_step(theta, r, g, lr=0.1),
            lambda theta, r, g: reference.adagrad_step(theta, r, g, lr=0.1),
            rng,
            ("theta", "r"),
        )

    def test_a_parabola(self, student):
        """Adagrad: the known way on a parabola."""
        theta, r = np.ones(1), np.zeros(1)
        for wanted in (0.9, 0.833103527, 0.780456181):
            theta, r = student.adagrad_step(theta, r, theta, 0.1)
            assert_close(theta, np.full(1, wanted), "theta", atol=1e-9)

    def test_the_place_of_eps(self, student, reference, rng):
        """Adagrad: a gradient far below eps makes a step that is that much smaller; the default of eps is tiny."""
        g = 1e-9 * signed(rng, 3)
        got = student.adagrad_step(np.zeros(3), np.zeros(3), g, 1.0)[0]
        assert_close(got, reference.adagrad_step(np.zeros(3), np.zeros(3), g, 1.0)[0], "theta", rtol=1e-7)

    def test_rates_never_grow(self, student, rng):
        """Adagrad: under a constant gradient every move is shorter than the one before."""
        g, theta, r = signed(rng, 2), np.zeros(2), np.zeros(2)
        moves = []
        for _ in range(5):
            moved, r = student.adagrad_step(theta, r, g, 0.1)
            moves.append(np.abs(moved - theta))
            theta = moved
        assert_true(bool(np.all(np.diff(moves, axis=0) < 0)), "a move of Adagrad is not shorter than the one before it")


@exercise("rmsprop_step")
class TestRmsprop:
    @points(2)
    @leaves_arguments
    def test_a_step_from_any_state(self, student, reference, rng):
        """RMSProp: theta and s after a step in the middle of a training, also where gradients are tiny."""
        for size in (1.0, 1e-5):
            theta, g = signed(rng, (3, 4)), size * signed(rng, (3, 4))
            s = size**2 * rng.uniform(0.5, 2, size=(3, 4))
            args = (theta, s, g, 0.3, 0.8, 1e-6)
            check_state(student.rmsprop_step(*args), reference.rmsprop_step(*args), ("theta", "s"))

    def test_a_path(self, student, reference, rng):
        """RMSProp: step after step, from the state that the step before has left, with the default settings."""
        check_path(
            lambda theta, s, g: student.rmsprop_step(theta, s, g, 0.01),
            lambda theta, s, g: reference.rmsprop_step(theta, s, g, 0.01),
            rng,
            ("theta", "s"),
        )

    def test_the_first_step(self, student, rng):
        """RMSProp: the first step has the same length for every parameter, as nothing corrects the average."""
        g = signed(rng, 4, 1.0, 9.0)
        for beta in (0.99, 0.75):
            theta, _ = student.rmsprop_step(np.zeros(4), np.zeros(4), g, 0.1, beta)
            assert_close(theta, -0.1 / np.sqrt(1 - beta) * np.sign(g), "theta", rtol=1e-6)

    def test_the_place_of_eps(self, student, reference, rng):
        """RMSProp: where the gradient is about as large as eps, it matters where eps stands."""
        g = 1e-8 * signed(rng, 3)
        got = student.rmsprop_step(np.zeros(3), np.zeros(3), g, 1.0)[0]
        assert_close(got, reference.rmsprop_step(np.zeros(3), np.zeros(3), g, 1.0)[0], "theta", rtol=1e-7)

    def test_a_constant_gradient(self, student, rng):
        """RMSProp: under a constant gradient the average tends to its square, and the moves to the learning rate."""
        g, theta, s = signed(rng, 3), np.zeros(3), np.zeros(3)
        for _ in range(200):
            before = theta
            theta, s = student.rmsprop_step(theta, s, g, 0.1, 0.8)
        assert_close(s, g**2, "s", rtol=1e-6)
        assert_close(theta - before, -0.1 * np.sign(g), "the move", rtol=1e-6)


@exercise("adadelta_step")
class TestAdadelta:
    @points(2)
    def test_a_step_from_any_state(self, student, reference, rng):
        """All three parts of the state after a step in the middle of a training."""
        theta, g = signed(rng, (3, 4)), signed(rng, (3, 4))
        v, u = rng.uniform(0.2, 1, size=(3, 4)), rng.uniform(0.2, 1, size=(3, 4))
        for rho, eps in [(0.7, 0.05), (0.95, 0.3)]:
            args = (theta, v, u, g, rho, eps)
            check_state(student.adadelta_step(*args), reference.adadelta_step(*args), ("theta", "v", "u"))

    @points(2)
    def test_a_path(self, student, reference, rng):
        """Step after step, from the state that the step before has left, with the default settings."""
        check_path(student.adadelta_step, reference.adadelta_step, rng, ("theta", "v", "u"))

    def test_a_parabola(self, student):
        """The known way on a parabola."""
        theta, v, u = np.ones(1), np.zeros(1), np.zeros(1)
        for wanted in (0.996837738, 0.993598198, 0.990309083):
            theta, v, u = student.adadelta_step(theta, v, u, theta)
            assert_close(theta, np.full(1, wanted), "theta", atol=1e-9)

    def test_the_unit_of_the_gradient_does_not_matter(self, student, rng):
        """Gradients of another size make the same moves, as long as they are large against eps."""
        gradients = [signed(rng, 3, 1.0, 3.0) for _ in range(4)]
        ends, first = [], None
        for unit in (1.0, 1000.0):
            theta, v, u = np.zeros(3), np.zeros(3), np.zeros(3)
            for g in gradients:
                theta, v, u = student.adadelta_step(theta, v, u, unit * g)
                first = theta if first is None else first
            ends.append(theta)
        assert_close(ends[1], ends[0], "theta with gradients in another unit", rtol=1e-4, atol=1e-7)
        assert_true(bool(np.all(np.abs(first) > 1e-4)), "theta does not move")
