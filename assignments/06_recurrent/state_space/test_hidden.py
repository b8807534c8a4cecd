import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, assert_true, exercise, leaves_arguments, points, signed

METHODS = ["zoh", "bilinear"]
TIME = ("time step", "output")


@exercise("ssm_discretize")
class TestDiscretize:
    @points(2)
    @pytest.mark.parametrize("method", METHODS)
    def test_coefficients_match_the_definition(self, student, reference, rng, method):
        """abar and bbar are those of the method, for rates of either sign."""
        for n, m in ((4, 3), (3, 3)):
            a, b, dt = signed(rng, n, 0.2, 1.5), signed(rng, (n, m), 0.3, 2), rng.uniform(0.2, 0.9)
            abar, bbar = student.ssm_discretize(a, b, dt, method)
            right_abar, right_bbar = reference.ssm_discretize(a, b, dt, method)
            assert_close(abar, right_abar, "abar")
            assert_close(bbar, right_bbar, "bbar", axes=("state", "input"))

    def test_zero_order_hold_by_default(self, student, reference, rng):
        """Without a method, zero-order hold is meant."""
        a, b = -rng.uniform(0.5, 2, size=3), signed(rng, (3, 2), 0.3, 2)
        assert_close(student.ssm_discretize(a, b, 0.7), reference.ssm_discretize(a, b, 0.7, "zoh"), "abar and bbar")

    def test_known_numbers(self, student):
        """For a = -1, b = 1, dt = 0.1, the coefficients are those worked out by hand."""
        a, b = np.array([-1.0]), np.array([[1.0]])
        abar, bbar = student.ssm_discretize(a, b, 0.1, "zoh")
        assert_close([abar[0], bbar[0, 0]], [0.90483742, 0.09516258], "abar and bbar", rtol=1e-7)
        abar, bbar = student.ssm_discretize(a, b, 0.1, "bilinear")
        assert_close([abar[0], bbar[0, 0]], [0.9047619, 0.0952381], "abar and bbar, bilinear", rtol=1e-6)

    @points(2)
    def test_zero_order_hold_is_exact_for_a_constant_input(self, student, rng):
        """For constant x the recurrence gives the solution of the differential equation at every step."""
        a, b = -rng.uniform(0.3, 2, size=3), signed(rng, (3, 2), 0.3, 2)
        x, dt = signed(rng, 2, 0.5, 1.5), rng.uniform(0.3, 0.8)
        abar, bbar = student.ssm_discretize(a, b, dt)
        assert_shape(abar, (3,), "abar")
        assert_shape(bbar, (3, 2), "bbar")
        h = np.zeros(3)
        for step in range(1, 6):
            h = abar * h + bbar @ x
            exact = (np.exp(a * dt * step) - 1) / a * (b @ x)  # of h' = a h + b x from h(0) = 0
            assert_close(h, exact, f"the state after step {step}")

    def test_the_methods_agree_for_short_steps(self, student, rng):
        """With half the step, the two methods differ an eighth as much in abar."""
        a, b = -rng.uniform(0.5, 1.5, size=3), signed(rng, (3, 2), 0.3, 2)
        gaps = []
        for dt in (0.1, 0.05):
            zoh, bilinear = (student.ssm_discretize(a, b, dt, method) for method in METHODS)
            assert_shape(zoh[0], (3,), "abar")
            assert_shape(bilinear[0], (3,), "abar")
            gaps.append(np.abs(zoh[0] - bilinear[0]))
        assert_true(bool((gaps[1] > 0).all()), "the two methods give the same abar")
        assert_close(gaps[0] / gaps[1], np.full(3, 8.0), "how the difference of the two abar shrinks", rtol=0.2)

    def test_decaying_systems_stay_decaying(self, student, reference, rng):
        """For a < 0, abar is below 1 in size however long the step is, and as the definition says."""
        a, b = -rng.uniform(1, 4, size=4), signed(rng, (4, 2), 0.3, 2)
        for method in METHODS:
            abar, bbar = student.ssm_discretize(a, b, 5.0, method)
            assert_true(bool((np.abs(abar) < 1).all()), "abar is not below 1 in size")
            assert_close([abar, bbar], reference.ssm_discretize(a, b, 5.0, method), "abar and bbar for a long step")

    @pytest.mark.parametrize("method", METHODS)
    def test_a_rate_of_zero(self, student, rng, method):
        """For a = 0 the state keeps what it has, and bbar is dt times b; other rates beside it are not disturbed."""
        a, b, dt = np.array([0.0, -1.0, 0.0]), signed(rng, (3, 2), 0.3, 2), rng.uniform(0.2, 0.9)
        abar, bbar = student.ssm_discretize(a, b, dt, method)
        assert_shape(abar, (3,), "abar")
        assert_shape(bbar, (3, 2), "bbar")
        assert_close(np.asarray(abar)[[0, 2]], np.ones(2), "abar for a = 0")
        assert_close(np.asarray(bbar)[[0, 2]], dt * b[[0, 2]], "bbar for a = 0")
        assert_true(bool(np.isfinite(bbar).all()), "bbar is not finite beside a rate of 0")

    def test_a_rate_close_to_zero(self, student, rng):
        """For a of about 1e-12, bbar is dt times b, to all digits."""
        a, b, dt = signed(rng, 3, 1e-12, 5e-12), signed(rng, (3, 2), 0.3, 2), rng.uniform(0.2, 0.9)
        _, bbar = student.ssm_discretize(a, b, dt)
        assert_close(bbar, dt * b, "bbar for a close to 0")


def draw(rng, t=7, m=2, n=4, p=3):
    """A model whose states forget slowly, so that every step reaches the last output."""
    return {
        "x": signed(rng, (t, m), 0.3, 1.5),
        "abar": signed(rng, n, 0.4, 0.95),
        "bbar": signed(rng, (n, m), 0.3, 1.5),
        "c": signed(rng, (p, n), 0.3, 1.5),
        "d": signed(rng, (p, m), 0.3, 1.5),
    }


@exercise("ssm_scan")
class TestScan:
    @points(2)
    def test_outputs_match_the_definition(self, student, reference, rng):
        """y is that of the recurrence, at every step."""
        for sizes in ((7, 2, 4, 3), (3, 3, 3, 3), (1, 2, 4, 3)):  # also where all lengths are equal, and for one step
            given = draw(rng, *sizes)
            assert_close(student.ssm_scan(**given), reference.ssm_scan(**given), "y", axes=TIME)

    def test_known_numbers(self, student):
        """A model with a single state, worked out by hand, has the right outputs."""
        one = np.ones((1, 1))
        x = np.array([[1.0], [0.0], [2.0], [-1.0]])
        y = student.ssm_scan(x, np.array([0.904837418]), 0.0951625820 * one, one, 0 * one)
        assert_close(y[:, 0], np.array([0.0951626, 0.0861067, 0.2682378, 0.1475489]), "y", rtol=1e-6)

    def test_an_impulse_shows_the_powers_of_abar(self, student, rng):
        """A single 1 at the first step is answered by c abar^k bbar, and once more by d."""
        given = draw(rng, m=1)
        given["x"] = np.eye(7)[:, :1]
        y = student.ssm_scan(**given)
        assert_shape(y, (7, 3), "y")
        powers = given["abar"] ** np.arange(7)[:, None]
        expected = (powers * given["bbar"][:, 0]) @ given["c"].T
        expected[0] += given["d"][:, 0]
        assert_close(y, expected, "y for a single impulse", axes=TIME)

    def test_linear_and_the_same_at_all_times(self, student, rng):
        """The answer to a sum is the sum of the answers, and an input that comes later is answered later."""
        given = draw(rng)
        other = {**given, "x": signed(rng, (7, 2), 0.3, 1.5)}
        late = {**given, "x": np.concatenate([np.zeros((3, 2)), given["x"][:4]])}
        first, second = student.ssm_scan(**given), student.ssm_scan(**other)
        assert_shape(first, (7, 3), "y")
        assert_shape(second, (7, 3), "y")
        assert_true(bool((np.abs(first) > 0).any(axis=1).all()), "y is 0 at a step")
        both = student.ssm_scan(**{**given, "x": given["x"] - 2 * other["x"]})
        assert_close(both, first - 2 * second, "y for a sum of inputs", axes=TIME)
        expected = np.concatenate([np.zeros((3, 3)), first[:4]])
        assert_close(student.ssm_scan(**late), expected, "y for an input that comes three steps later", axes=TIME, atol=1e-12)

    def test_causal(self, student, reference, rng):
        """What is read later changes no earlier output."""
        given = draw(rng)
        changed = {**given, "x": given["x"].copy()}
        changed["x"][4] += 1.0
        first, second = student.ssm_scan(**given), student.ssm_scan(**changed)
        assert_close(second[:4], first[:4], "y before the step that was changed", axes=TIME)
        right = reference.ssm_scan(**changed) - reference.ssm_scan(**given)
        assert_close(second[4:] - first[4:], right[4:], "the change of y from that step on", axes=TIME)


def single(rng, t=9, n=3):
    return {
        "x": signed(rng, t, 0.3, 1.5),
        "abar": signed(rng, n, 0.4, 0.95),
        "bbar": signed(rng, n, 0.3, 1.5),
        "c": signed(rng, n, 0.3, 1.5),
        "d": float(signed(rng, 1, 0.3, 1.5)[0]),
    }


@exercise("ssm_convolution")
class TestConvolution:
    @points(2)
    def test_outputs_match_the_definition(self, student, reference, rng):
        """y is the convolution of x with the kernel, plus d times x, at every step."""
        for t, n in ((9, 3), (8, 3), (3, 3), (1, 2)):
            given = single(rng, t, n)
            assert_close(student.ssm_convolution(**given), reference.ssm_convolution(**given), "y", axes=("time step",))

    @points(2)
    @leaves_arguments
    def test_kernel_matches_the_definition(self, student, reference, rng):
        """The kernel begins with k = 0 and has as many steps as are asked for."""
        given = single(rng)
        model = [given["abar"], given["bbar"], given["c"]]
        for length in (6, 3, 1):
            assert_close(student.ssm_kernel(*model, length), reference.ssm_kernel(*model, length), "the kernel")

    @points(2)
    def test_the_same_as_step_by_step(self, student, reference, rng):
        """Over 200 steps, the convolution gives what the recurrence gives."""
        given = single(rng, t=200)
        model = given["abar"], given["bbar"][:, None], given["c"][None], np.array([[given["d"]]])
        expected = reference.ssm_scan(given["x"][:, None], *model)[:, 0]
        assert_close(student.ssm_convolution(**given), expected, "y", axes=("time step",))

    def test_known_numbers(self, student):
        """A model with a single state, worked out by hand, has the right outputs."""
        x = np.array([1.0, 0.0, 2.0, -1.0])
        y = student.ssm_convolution(x, np.array([0.904837418]), np.array([0.0951625820]), np.ones(1), 0.0)
        assert_close(y, np.array([0.0951626, 0.0861067, 0.2682378, 0.1475489]), "y", rtol=1e-6)

    def test_the_end_does_not_reach_the_beginning(self, student, rng):
        """What is read at the last step changes the last output, by d and the first entry of the kernel, and no other."""
        given = single(rng)
        first = student.ssm_convolution(**given)
        changed = {**given, "x": given["x"] + np.eye(9)[8]}
        second = student.ssm_convolution(**changed)
        assert_shape(first, (9,), "y")
        assert_close(second[:8], first[:8], "y before the last step", axes=("time step",))
        moved = given["c"] @ given["bbar"] + given["d"]
        assert_close(float(second[8] - first[8]), float(moved), "the change of the last y")

    def test_a_state_that_is_forgotten_at_once(self, student, rng):
        """With abar = 0 the kernel is c bbar at k = 0 and 0 after it, so each output depends on its own input only."""
        given = {**single(rng), "abar": np.zeros(3)}
        weight = given["c"] @ given["bbar"] + given["d"]
        assert_close(student.ssm_convolution(**given), weight * given["x"], "y with abar = 0", axes=("time step",))
