import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, definition, points, signed

K = 7


@points(2)
def test_matches_the_definition(student, reference, rng):
    """All four arrays, for places on either side of the data, near and far."""
    theta = signed(rng, (K,), 0.2, 5.0) * 10.0 ** rng.integers(-3, 2, size=K)
    right = reference.dirac_distances(theta)
    found = student.dirac_distances(theta)
    for name, values in right.items():
        assert_close(found[name], values, name)


@points(2)
@definition
def test_table(student):
    """At -2, -0.1, 0, 0.1 and 2: one measure sees whether the places differ, the other one how far."""
    found = student.dirac_distances(np.array([-2.0, -0.1, 0.0, 0.1, 2.0]))
    assert_close(found["jsd"], np.log(2) * np.array([1, 1, 0, 1, 1]), "jsd")
    assert_close(found["w1"], np.array([2, 0.1, 0, 0.1, 2]), "w1")
    assert_close(found["grad_jsd"], np.zeros(5), "grad_jsd")
    assert_close(found["grad_w1"], np.array([-1.0, -1, 0, 1, 1]), "grad_w1")


def test_a_generator_that_follows_the_slopes(student, rng):
    """Downhill on w1 the fakes come nearer by each step; downhill on jsd they never move."""
    start = signed(rng, (K,), 0.5, 4.0)
    found = student.dirac_distances(start)
    assert_close(start - 0.25 * np.asarray(found["grad_jsd"]), start, "places after a step on jsd")
    nearer = student.dirac_distances(start - 0.25 * np.asarray(found["grad_w1"]))
    assert_close(np.asarray(found["w1"]) - np.asarray(nearer["w1"]), np.full(K, 0.25), "what a step on w1 gains")


def test_the_smallest_distance(student):
    """However small the distance is, the fakes are told apart from the data."""
    found = student.dirac_distances(np.array([1e-300, -1e-12]))
    assert_close(found["jsd"], np.full(2, np.log(2)), "jsd")
    assert_close(found["grad_w1"], np.array([1.0, -1.0]), "grad_w1")


def test_places_have_to_be_finite(student):
    """A place that is infinite or not a number raises ValueError, wherever it stands."""
    assert_true(float(student.dirac_distances(np.array([3.0]))["w1"][0]) == 3.0, "w1 at 3")
    for bad in (np.nan, np.inf, -np.inf):
        with pytest.raises(ValueError):
            student.dirac_distances(np.array([1.0, bad]))
