import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, exercise, leaves_arguments, points, signed

NAMES = ("theta", "m", "v")


def check_state(got, wanted):
    for one, other, name in zip(got, wanted, NAMES, strict=True):
        assert_close(one, other, name)


def draw(rng, shape=(3, 4), size=1.0):
    """A state in the middle of a training, and a gradient, all of the given size."""
    theta, m, g = signed(rng, shape), size * signed(rng, shape), size * signed(rng, shape)
    return theta, m, size**2 * rng.uniform(0.5, 2, size=shape), g


def check_path(step, right, rng, steps=4, **settings):
    """Step after step, each from the state that the right step before has left, as after a reload."""
    theta, m, v = signed(rng, 3), np.zeros(3), np.zeros(3)
    for t in range(1, steps + 1):
        g = signed(rng, 3)
        wanted = right(theta, m, v, t, g, 0.1, **settings)
        check_state(step(theta, m, v, t, g, 0.1, **settings), wanted)
        theta, m, v = wanted


def on_a_parabola(step, steps=3):
    theta, m, v, path = np.ones(1), np.zeros(1), np.zeros(1), []
    for t in range(1, steps + 1):
        theta, m, v = step(theta, m, v, t, theta, 0.1)
        path.append(theta)
    return path


@exercise("adam_step")
class TestAdam:
    @points(2)
    def test_a_step_from_any_state(self, student, reference, rng):
        """theta, m and v after a step in the middle of a training, also where gradients are tiny."""
        for size in (1.0, 1e-5):
            theta, m, v, g = draw(rng, size=size)
            args = (theta, m, v, 7, g, 0.3, 0.8, 0.95, 1e-6)
            check_state(student.adam_step(*args), reference.adam_step(*args))

    @points(2)
    def test_a_path(self, student, reference, rng):
        """From the first step on, with the default settings, each step from the state that was saved after the one before."""
        check_path(student.adam_step, reference.adam_step, rng)

    def test_the_state_is_carried_on(self, student, reference, rng):
        """Fed with its own state, it walks the right way."""
        start, gradients = signed(rng, 3), [signed(rng, 3) for _ in range(5)]
        ends = []
        for side in (student, reference):
            theta, m, v = start, np.zeros(3), np.zeros(3)
            for t, g in enumerate(gradients, start=1):
                theta, m, v = side.adam_step(theta, m, v, t, g, 0.1, b1=0.7, b2=0.8)
            ends.append((theta, m, v))
        check_state(*ends)

    @points(2)
    def test_without_correction(self, student, reference, rng):
        """Without bias correction m and v are used as they are."""
        check_path(student.adam_step, reference.adam_step, rng, bias_correction=False)

    def test_a_parabola(self, student):
        """The known way on a parabola, with and without correction."""
        for theta, wanted in zip(on_a_parabola(student.adam_step), (0.9000000010, 0.8004122297, 0.7015862745)):
            assert_close(theta, np.full(1, wanted), "theta", atol=2e-10)
        path = on_a_parabola(lambda *args: student.adam_step(*args, bias_correction=False))
        for theta, wanted in zip(path, (0.683772334, 0.270206169, -0.162141207)):
            assert_close(theta, np.full(1, wanted), "theta without correction", atol=1e-8)

    def test_the_first_step(self, student, rng):
        """The first step has the length of the learning rate, whatever the gradient; uncorrected it is 3.16 times that."""
        g, zeros = signed(rng, 4, 1.0, 50.0), np.zeros(4)
        assert_close(student.adam_step(zeros, zeros, zeros, 1, g, 0.1)[0], -0.1 * np.sign(g), "theta", rtol=1e-6)
        got = student.adam_step(zeros, zeros, zeros, 1, g, 0.1, bias_correction=False)[0]
        assert_close(got, -0.1 * np.sqrt(10) * np.sign(g), "theta without correction", rtol=1e-5)

    def test_the_place_of_eps(self, student):
        """The first step for small gradients, against values worked out beforehand."""
        g, zeros = np.array([1e-3, 1e-5, 1e-6]), np.zeros(3)
        got = student.adam_step(zeros, zeros, zeros, 1, g, 1.0)[0]
        assert_close(got, -np.array([0.999990, 0.999001, 0.990099]), "theta", atol=1e-6)

    def test_the_unit_of_the_loss_does_not_matter(self, student, rng):
        """A loss in other units, so with other gradients, makes the same steps."""
        gradients, ends = [signed(rng, 3, 1.0, 3.0) for _ in range(4)], []
        for unit in (1.0, 1000.0):
            theta, m, v = np.zeros(3), np.zeros(3), np.zeros(3)
            for t, g in enumerate(gradients, start=1):
                theta, m, v = student.adam_step(theta, m, v, t, unit * g, 0.1)
            ends.append(theta)
        assert_close(ends[1], ends[0], "theta with gradients in another unit", rtol=1e-6)
        assert_true(bool(np.any(np.abs(ends[0]) > 1e-3)), "theta does not move")

    def test_steps_count_from_one(self, student):
        """A step with the number 0 raises a ValueError."""
        with pytest.raises(ValueError):
            student.adam_step(np.ones(2), np.zeros(2), np.zeros(2), 0, np.ones(2), 0.1)


@exercise("adamw_step")
class TestL2:
    @points(2)
    @leaves_arguments
    def test_a_step_from_any_state(self, student, reference, rng):
        """Adam with L2: theta, m and v after a step in the middle of a training."""
        for size in (1.0, 1e-5):
            theta, m, v, g = draw(rng, size=size)
            args = (size * theta, m, v, 7, g, 0.3, 0.8, 0.95, 1e-6, 0.4)
            check_state(student.adam_l2_step(*args), reference.adam_l2_step(*args))

    @points(2)
    def test_a_path(self, student, reference, rng):
        """Adam with L2: from the first step on, with the default settings and with a stronger penalty."""
        check_path(student.adam_l2_step, reference.adam_l2_step, rng)
        check_path(student.adam_l2_step, reference.adam_l2_step, rng, weight_decay=0.5)

    def test_the_penalty_is_part_of_the_gradient(self, student, rng):
        """Adam with L2: where the penalty cancels the gradient, nothing moves and nothing is remembered."""
        theta, zeros = signed(rng, 4), np.zeros(4)
        got = student.adam_l2_step(theta, zeros, zeros, 1, -0.3 * theta, 0.1, weight_decay=0.3)
        check_state(got, (theta, zeros, zeros))

    def test_decay_is_attenuated_by_large_gradients(self, student, rng):
        """Under large gradients of changing sign, the L2 penalty hardly shrinks theta, decoupled decay does."""
        start, ends = signed(rng, 2, 1.0, 2.0), []
        for step in (student.adam_l2_step, student.adamw_step):
            theta, m, v = start, np.zeros(2), np.zeros(2)
            for t in range(1, 101):
                theta, m, v = step(theta, m, v, t, np.full(2, 1000.0 * (-1) ** t), 0.01, weight_decay=0.5)
            ends.append(np.abs(theta) / np.abs(start))
        assert_true(bool(np.all(ends[0] > 0.9)), "with the L2 penalty theta shrinks although its gradients are large")
        assert_true(bool(np.all(ends[1] < 0.75)), "with decoupled decay theta does not shrink")


@exercise("adamw_step")
class TestAdamW:
    @points(2)
    @leaves_arguments
    def test_a_step_from_any_state(self, student, reference, rng):
        """AdamW: theta, m and v after a step in the middle of a training."""
        for size in (1.0, 1e-5):
            theta, m, v, g = draw(rng, size=size)
            args = (size * theta, m, v, 7, g, 0.3, 0.8, 0.95, 1e-6, 0.4)
            check_state(student.adamw_step(*args), reference.adamw_step(*args))

    @points(2)
    def test_a_path(self, student, reference, rng):
        """AdamW: from the first step on, with the default settings and with a stronger decay."""
        check_path(student.adamw_step, reference.adamw_step, rng)
        check_path(student.adamw_step, reference.adamw_step, rng, weight_decay=0.5)

    def test_a_parabola(self, student):
        """AdamW: the known way on a parabola."""
        for theta, wanted in zip(on_a_parabola(student.adamw_step), (0.8990000010, 0.7985190282, 0.6989111847)):
            assert_close(theta, np.full(1, wanted), "theta", atol=2e-10)

    def test_without_a_gradient(self, student, rng):
        """AdamW: without gradients theta shrinks by the factor 1 - lr * weight_decay, and the averages stay 0."""
        theta, zeros = signed(rng, 4), np.zeros(4)
        got = student.adamw_step(theta, zeros, zeros, 3, zeros, 0.2, weight_decay=0.3)
        check_state(got, (0.94 * theta, zeros, zeros))

    def test_without_decay(self, student, rng):
        """Without decay both are Adam, and so the same."""
        theta, m, v, g = draw(rng)
        one = student.adamw_step(theta, m, v, 2, g, 0.1, weight_decay=0.0)
        other = student.adam_l2_step(theta, m, v, 2, g, 0.1, weight_decay=0.0)
        check_state(one, other)
        assert_true(bool(np.all(np.asarray(one[0]) != theta)), "theta does not move")

    def test_the_first_step_for_small_gradients(self, student, reference, rng):
        """AdamW: where the gradient is about as large as eps, it matters where eps stands."""
        theta, zeros, g = signed(rng, 3), np.zeros(3), 1e-8 * signed(rng, 3)
        check_state(student.adamw_step(theta, zeros, zeros, 1, g, 0.5), reference.adamw_step(theta, zeros, zeros, 1, g, 0.5))

    def test_steps_count_from_one(self, student):
        """As in Adam, a step with the number 0 raises a ValueError."""
        for step in (student.adam_l2_step, student.adamw_step):
            with pytest.raises(ValueError):
                step(np.ones(2), np.zeros(2), np.zeros(2), 0, np.ones(2), 0.1)


@exercise("adam_variant_step")
class TestVariants:
    @points(2)
    def test_a_step_of_amsgrad(self, student, reference, rng):
        """amsgrad: theta and the three parts of its state, where v is above v_max in some entries and below in others."""
        theta, m, v, g = draw(rng)
        v_max = v * rng.permutation(np.repeat([0.1, 10.0], 6)).reshape(3, 4)
        for t in (1, 6):
            args = (theta, (m, v, v_max), t, g, 0.3, 0.8, 0.7, 0.05)
            (moved, state), (right, states) = student.adam_variant_step(*args), reference.adam_variant_step(*args)
            assert_close(moved, right, "theta")
            for one, other, name in zip(state, states, ("m", "v", "v_max"), strict=True):
                assert_close(one, other, name)

    @points(2)
    def test_a_step_of_nadam(self, student, reference, rng):
        """nadam: theta and the two parts of its state."""
        theta, m, v, g = draw(rng)
        for t in (1, 6):
            args = (theta, (m, v), t, g, 0.3, 0.8, 0.7, 0.05)
            (moved, state), (right, states) = (side.adam_variant_step(*args, variant="nadam") for side in (student, reference))
            assert_close(moved, right, "theta")
            for one, other, name in zip(state, states, ("m", "v"), strict=True):
                assert_close(one, other, name)

    @points(2)
    def test_paths(self, student, reference, rng):
        """From the first step on, fed with its own state, with the default settings."""
        for variant, parts in [("amsgrad", 3), ("nadam", 2)]:
            ends, start = [], signed(rng, 3)
            gradients = [size * signed(rng, 3) for size in (3.0, 1.0, 0.1, 0.1, 0.1)]
            for side in (student, reference):
                theta, state = start, tuple(np.zeros(3) for _ in range(parts))
                for t, g in enumerate(gradients, start=1):
                    theta, state = side.adam_variant_step(theta, state, t, g, 0.1, variant=variant)
                ends.append(theta)
            assert_close(ends[0], ends[1], "theta after five steps")

    def test_tiny_gradients(self, student, reference, rng):
        """Where the gradient is about as large as eps, it matters where eps stands."""
        theta, zeros, g = signed(rng, 3), np.zeros(3), 1e-8 * signed(rng, 3)
        for variant, parts in [("amsgrad", 3), ("nadam", 2)]:
            args = (theta, (zeros,) * parts, 1, g, 1.0)
            got, wanted = (side.adam_variant_step(*args, variant=variant)[0] for side in (student, reference))
            assert_close(got, wanted, "theta")

    def test_nadam_on_a_parabola(self, student, rng):
        """nadam: the known way on a parabola."""
        theta, state = np.ones(1), (np.zeros(1), np.zeros(1))
        for t, wanted in enumerate((0.810000002, 0.674129966, 0.556829147), start=1):
            theta, state = student.adam_variant_step(theta, state, t, theta, 0.1, variant="nadam")
            assert_close(theta, np.full(1, wanted), "theta", atol=2e-9)

    def test_the_maximum_never_falls(self, student, rng):
        """amsgrad: after one large gradient the maximum stays, however small the gradients are that follow."""
        theta, state = np.zeros(2), (np.zeros(2),) * 3
        g = signed(rng, 2, 5.0, 9.0)
        theta, state = student.adam_variant_step(theta, state, 1, g, 0.1, b2=0.5)
        for t in range(2, 8):
            theta, state = student.adam_variant_step(theta, state, t, 0.01 * g, 0.1, b2=0.5)
        assert_close(state[2], 0.5 * g**2, "v_max")
        assert_true(bool(np.all(np.asarray(state[1]) < np.asarray(state[2]))), "v does not forget the large gradient")

    def test_other_variants_are_refused(self, student):
        """A variant of another name raises a ValueError."""
        for parts in (2, 3):
            with pytest.raises(ValueError):
                student.adam_variant_step(np.ones(2), (np.zeros(2),) * parts, 1, np.ones(2), 0.1, variant="adamax")
