import math

import numpy as np
import pytest

from autograder.suite import assert_close, assert_leaves_arguments_alone, assert_true, leaves_arguments, points, signed

PHI = np.vectorize(lambda t: 0.5 * math.erfc(-t / math.sqrt(2)), otypes=[float])
FUNCTIONS = {
    "identity": lambda z, a: z,
    "sigmoid": lambda z, a: 0.5 + 0.5 * np.tanh(z / 2),
    "tanh": lambda z, a: np.tanh(z),
    "arctan": lambda z, a: np.arctan(z),
    "relu": lambda z, a: np.maximum(z, 0),
    "leaky": lambda z, a: np.where(z > 0, z, a * z),
    "elu": lambda z, a: np.where(z > 0, z, a * np.expm1(np.minimum(z, 0))),
    "gelu": lambda z, a: z * PHI(z),
}


def draw(rng, shape=(4, 6)):
    """Inputs of either sign, none near a kink."""
    return signed(rng, shape, 0.2, 2.5)


def without_overflow(student, function, *args):
    """The result of a call during which numpy raises an error wherever it would otherwise warn of an overflow."""
    before = student.call(np.seterr, over="raise", invalid="raise")
    try:
        return function(*args)
    except FloatingPointError:
        assert_true(False, "a number overflows on the way, or infinity meets infinity")
    finally:
        student.call(np.seterr, **before)


def large(rng):
    return np.array([-1e4, -800.0, -3.0, 0.0, 2.0, 750.0, 1e4]) + rng.uniform(-0.5, 0.5, size=7)


class TestSigmoid:
    @leaves_arguments
    @points(2)
    def test_the_sigmoid_matches_the_definition(self, student, reference, rng):
        """sigmoid(z) is 1 / (1 + e^(-z)), for arrays of any shape."""
        for shape in ((4, 6), (5,), (2, 3, 4)):
            z = draw(rng, shape)
            assert_close(student.sigmoid(z), reference.sigmoid(z), "sigmoid")

    def test_the_sigmoid_of_minus_z(self, student, rng):
        """sigmoid(-z) is 1 - sigmoid(z), it is 1/2 at 0, and it rises."""
        z = np.sort(np.append(draw(rng, 9), 0.0))
        found = student.sigmoid(z)
        assert_close(found, 1 / (1 + np.exp(-z)), "sigmoid")
        assert_close(student.sigmoid(-z), 1 - found, "sigmoid at -z")

    def test_the_sigmoid_of_large_numbers(self, student, reference, rng):
        """For |z| up to 10000 nothing overflows, and the result is right."""
        z = large(rng)
        assert_close(without_overflow(student, student.sigmoid, z), reference.sigmoid(z), "sigmoid of large z")

    def test_the_sigmoid_on_either_side(self, student, rng):
        """Large numbers of one sign alone are no problem either: 1 on the right, 0 on the left."""
        z = rng.uniform(800, 9000, size=4)
        assert_close(without_overflow(student, student.sigmoid, z), np.ones(4), "sigmoid on the right")
        assert_close(without_overflow(student, student.sigmoid, -z), np.zeros(4), "sigmoid on the left", atol=1e-12)


class TestTanh:
    @leaves_arguments
    @points(2)
    def test_tanh_matches_the_definition(self, student, reference, rng):
        """tanh_act(z) is (e^z - e^(-z)) / (e^z + e^(-z)), for arrays of any shape."""
        for shape in ((4, 6), (5,), (2, 3, 4)):
            z = draw(rng, shape)
            assert_close(student.tanh_act(z), reference.tanh_act(z), "tanh_act")

    def test_tanh_is_odd(self, student, rng):
        """tanh(-z) is -tanh(z), and 0 at 0."""
        z = np.append(draw(rng, 7), 0.0)
        wanted = (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z))
        assert_close(student.tanh_act(-z), -wanted, "tanh_act at -z")
        assert_close(student.tanh_act(z), wanted, "tanh_act")

    def test_tanh_of_large_numbers(self, student, reference, rng):
        """For |z| up to 10000 nothing overflows, and the result is right."""
        z = large(rng)
        assert_close(without_overflow(student, student.tanh_act, z), reference.tanh_act(z), "tanh_act of large z")

    def test_tanh_on_either_side(self, student, rng):
        """Large numbers of one sign alone are no problem either: 1 on the right, -1 on the left."""
        z = rng.uniform(800, 9000, size=4)
        for sign in (1, -1):
            assert_close(without_overflow(student, student.tanh_act, sign * z), sign * np.ones(4), "tanh_act of large z")


class TestRelu:
    @leaves_arguments
    @points(2)
    def test_relu_matches_the_definition(self, student, reference, rng):
        """relu(z) is z on the right and 0 on the left."""
        for shape in ((4, 6), (5,), (2, 3, 4)):
            z = draw(rng, shape)
            assert_close(student.relu(z), reference.relu(z), "relu")

    def test_any_slope_on_the_left(self, student, reference, rng):
        """With alpha the left branch is alpha z, for a small alpha, one above 1 and one below 0; alpha = 1 changes nothing."""
        z = np.append(draw(rng, 9), [1.5, -1.5, 0.0])
        for alpha in (0.01, 2.0, -0.5, 1.0):
            assert_close(student.relu(z, alpha), reference.relu(z, alpha), "relu")

    def test_relu_scales_with_its_input(self, student, rng):
        """Three times the input gives three times the output, whatever alpha is."""
        z = np.append(draw(rng, (2, 5)), [[1.0, -1.0]])
        for alpha in (0.0, 0.3, 3.0):
            wanted = np.where(z > 0, z, alpha * z)
            assert_close(student.relu(3 * z, alpha), 3 * wanted, "relu of 3 z")

    def test_relu_leaves_z_alone(self, student, reference, rng):
        """The result is right, and z is as it was."""
        z = draw(rng)
        assert_close(assert_leaves_arguments_alone(student.relu, z, 0.2), reference.relu(z, 0.2), "relu")


class TestElu:
    @leaves_arguments
    @points(2)
    def test_elu_matches_the_definition(self, student, reference, rng):
        """elu(z) is z on the right and alpha (e^z - 1) on the left."""
        z = np.append(draw(rng, (5, 3)), [1.0, -1.0])
        assert_close(student.elu(z), reference.elu(z), "elu")
        for alpha in (0.4, 1.7):
            assert_close(student.elu(z, alpha), reference.elu(z, alpha), "elu with another alpha")

    def test_elu_has_no_jump(self, student, rng):
        """Just left of 0, elu is just below 0, and far on the left it is -alpha."""
        alpha = float(rng.uniform(1.5, 3))
        found = student.elu(np.array([-1e-9, 0.0, 1e-9, -60.0, 5.0]), alpha)
        assert_close(found, np.array([0.0, 0.0, 0.0, -alpha, 5.0]), "elu", atol=1e-8)

    def test_elu_of_large_numbers(self, student, reference, rng):
        """For |z| up to 10000 nothing overflows, in the branch that is not used either."""
        z = large(rng)
        assert_close(without_overflow(student, student.elu, z, 0.7), reference.elu(z, 0.7), "elu of large z")

    def test_elu_passes_large_positive_numbers_on(self, student, rng):
        """Positive numbers come out as they are, and nothing overflows on the way."""
        z = rng.uniform(800, 9000, size=5)
        assert_close(without_overflow(student, student.elu, z), z, "elu of large z")


class TestGelu:
    @leaves_arguments
    @points(2)
    def test_gelu_matches_the_definition(self, student, reference, rng):
        """gelu(z) is z Phi(z), exactly."""
        for shape in ((4, 6), (5,), (2, 3, 4)):
            z = draw(rng, shape)
            assert_close(student.gelu(z), reference.gelu(z), "gelu")

    def test_gelu_minus_its_mirror_image(self, student, rng):
        """gelu(z) - gelu(-z) is z, and the two ends are 0 and z."""
        z = np.append(draw(rng, 9), [30.0, -30.0])
        both = student.gelu(z), student.gelu(-z)
        assert_close(both[0] - both[1], z, "gelu(z) - gelu(-z)")
        assert_close(both[0][-2:], np.array([30.0, 0.0]), "gelu at 30 and -30")

    def test_gelu_by_integration(self, student, rng):
        """gelu(z) / z is the area below the normal density, left of z."""
        z = signed(rng, 4, 0.3, 2.0)
        t = np.linspace(-9, z, 20001)
        area = np.trapezoid(np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi), t, axis=0)
        assert_close(student.gelu(z), z * area, "gelu", atol=1e-7)


class TestSlopes:
    @leaves_arguments
    @points(2)
    @pytest.mark.parametrize("kind", list(FUNCTIONS))
    def test_slopes_match_the_definition(self, student, reference, rng, kind):
        """The slope is that of the definition, for arrays of any shape, and for another alpha."""
        for shape, alpha in (((4, 6), 0.3), ((5,), 1.7)):
            z = draw(rng, shape)
            found = student.activation_derivative(z, kind, alpha)
            assert_close(found, reference.activation_derivative(z, kind, alpha), f"the slope of {kind}")

    @pytest.mark.parametrize("kind", list(FUNCTIONS))
    def test_slopes_agree_with_differences(self, student, rng, kind):
        """Going a little to the right changes the function by the slope times the way."""
        z, h, alpha = draw(rng, (3, 5)), 1e-6, float(rng.uniform(0.2, 0.6))
        rise = (FUNCTIONS[kind](z + h, alpha) - FUNCTIONS[kind](z - h, alpha)) / (2 * h)
        assert_close(student.activation_derivative(z, kind, alpha), rise, f"the slope of {kind}", rtol=1e-7, atol=1e-8)

    def test_slopes_at_zero(self, student):
        """At 0 the slopes are those of the statement, also where there is a kink."""
        wanted = {
            "identity": 1.0,
            "sigmoid": 0.25,
            "tanh": 1.0,
            "arctan": 1.0,
            "relu": 0.0,
            "leaky": 0.2,
            "elu": 1.0,
            "gelu": 0.5,
        }
        for kind, slope in wanted.items():
            found = student.activation_derivative(np.zeros(2), kind, 0.2)
            assert_close(found, np.full(2, slope), f"the slope of {kind} at 0")

    def test_slopes_by_hand(self, student):
        """Slopes that were worked out by hand: sigmoid, tanh and gelu."""
        for kind, z, slopes in (
            ("sigmoid", [0.0, 3.5, -3.5, 5.0], [0.25, 0.028453, 0.028453, 0.006648]),
            ("tanh", [2.0, 3.0], [0.070651, 0.009866]),
            ("gelu", [-2.0, -0.5, 0.0, 0.5, 2.0], [-0.085232, 0.132505, 0.5, 0.867495, 1.085232]),
        ):
            found = student.activation_derivative(np.array(z), kind, 1.0)
            assert_close(found, np.array(slopes), f"the slope of {kind}", atol=1e-6)

    def test_the_slope_at_the_kink_belongs_to_one_side(self, student, rng):
        """Entries that are exactly 0 among others get the slope that the statement names."""
        z = np.append(draw(rng, 5), [0.0, 0.0, 1.0, -1.0])
        for kind, left, at in (("relu", 0.0, 0.0), ("leaky", 0.3, 0.3)):
            wanted = np.where(z > 0, 1.0, left)
            wanted[z == 0] = at
            assert_close(student.activation_derivative(z, kind, 0.3), wanted, f"the slope of {kind}")

    def test_slopes_of_large_numbers(self, student, reference, rng):
        """For |z| up to 10000 nothing overflows."""
        z = large(rng)
        for kind in ("sigmoid", "tanh", "elu"):
            found = without_overflow(student, student.activation_derivative, z, kind, 0.8)
            assert_close(found, reference.activation_derivative(z, kind, 0.8), f"the slope of {kind}")

    def test_other_kinds_are_refused(self, student, rng):
        """A kind that the statement does not name raises ValueError."""
        for kind in ("softmax", "Tanh"):
            with pytest.raises(ValueError):
                student.activation_derivative(draw(rng), kind, 1.0)
