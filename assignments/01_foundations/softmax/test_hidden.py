import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, points


@points(2)
def test_softmax_matches_the_definition(student, reference, rng):
    """The probabilities are those of the definition, along the last axis, also for square tables."""
    for shape in ((4, 6), (5, 5), (3,), (2, 3, 4)):
        z = 2 * rng.normal(size=shape)
        assert_close(student.softmax(z), reference.softmax(z), "p")


@points(2)
def test_any_axis(student, reference, rng):
    """Along any axis, counted from the front or from the back, probabilities sum to 1 and are right."""
    z = 2 * rng.normal(size=(3, 4, 5))
    for axis in (0, 1, 2, -2, -3):
        p = student.softmax(z, axis=axis)
        assert_close(p, reference.softmax(z, axis=axis), "p")


@points(2)
def test_any_temperature(student, reference, rng):
    """With a temperature, all scores are divided by it first."""
    z = 2 * rng.normal(size=(4, 3))
    for temperature in (0.3, 2.5):
        wanted = reference.softmax(z, temperature=temperature)
        assert_close(student.softmax(z, temperature=temperature), wanted, "p")


def test_ratios(student, rng):
    """The ratio of two probabilities is e^((z_i - z_j) / T)."""
    z, temperature = rng.normal(size=(3, 5)), float(rng.uniform(0.3, 0.7))
    p = student.softmax(z, -1, temperature)
    wanted = np.exp((z[:, 1:] - z[:, :-1]) / temperature)
    assert_close(p[:, 1:] / p[:, :-1], wanted, "the ratios of neighbours")


def test_known_values(student):
    """Three temperatures, and ten logits of an untrained net, have the probabilities that were worked out by hand."""
    z = np.array([3.0, 0.0, 1.0])
    for temperature, wanted in (
        (1.0, [0.843795, 0.042010, 0.114195]),
        (0.5, [0.979629, 0.002428, 0.017943]),
        (10.0, [0.390694, 0.289433, 0.319873]),
    ):
        assert_close(student.softmax(z, temperature=temperature), np.array(wanted), "p", atol=1e-6)
    z = np.array([-0.0518, 0.0379, -0.0579, 0.0050, 0.0367, 0.0958, 0.0055, 0.1385, 0.0464, -0.0017])
    wanted = np.array([0.0924, 0.1011, 0.0919, 0.0978, 0.1010, 0.1071, 0.0979, 0.1118, 0.1019, 0.0972])
    assert_close(student.softmax(z), wanted, "p", atol=6e-5)


def test_large_scores(student, reference, rng):
    """Scores as large as 10000, of either sign, give finite and right probabilities."""
    z = np.array([[1e4, 9999.0, -1e4], [-1e4, -9998.0, -9997.0], [0.0, 1e4, 1e4]]) + rng.uniform(size=(3, 3))
    assert_close(student.softmax(z), reference.softmax(z), "p for large scores")
    assert_close(student.softmax(z.T, axis=0), reference.softmax(z).T, "p for large scores along axis 0")


def test_a_shift_changes_nothing(student, reference, rng):
    """Adding a number to all scores of a case changes nothing; each case may have its own number."""
    z = rng.normal(size=(4, 3))
    shifts = 1000 * rng.normal(size=(4, 1))
    assert_close(student.softmax(z + shifts), reference.softmax(z), "p after a shift", rtol=1e-6)


def test_extreme_temperatures(student, rng):
    """A very low temperature leaves the greatest score alone, a very high one makes all equal."""
    z = np.array([rng.permutation([0.0, 1.0, 2.5, 4.0]) for _ in range(3)])
    cold = student.softmax(z, temperature=1e-3)
    assert_close(cold, np.eye(4)[z.argmax(axis=1)], "p at a low temperature", atol=1e-12)
    assert_close(student.softmax(z, temperature=1e9), np.full((3, 4), 0.25), "p at a high temperature", atol=1e-6)


def test_two_classes_are_a_sigmoid(student, rng):
    """With two scores, the first probability is the sigmoid of their difference."""
    z = rng.normal(size=(5, 2))
    p = student.softmax(z)
    assert_close(p[:, 0], 1 / (1 + np.exp(z[:, 1] - z[:, 0])), "the first probability")
    assert_equal(np.asarray(p).argmax(axis=1), z.argmax(axis=1), "the more probable class")


def test_temperatures_that_are_not_positive_are_refused(student, rng):
    """A temperature of 0 or below raises ValueError."""
    for temperature in (0.0, -1.0):
        with pytest.raises(ValueError):
            student.softmax(rng.normal(size=(2, 3)), temperature=temperature)
