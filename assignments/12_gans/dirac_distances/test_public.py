import numpy as np

from autograder.suite import assert_shape, assert_true


def test_four_arrays(student):
    """There are four arrays, each with a number for every place."""
    found = student.dirac_distances(np.array([0.5, -1.0, 3.0]))
    for name in ("jsd", "w1", "grad_jsd", "grad_w1"):
        assert_true(name in found, f"{name} is missing")
        assert_shape(found[name], (3,), name)


def test_no_distance_at_zero(student):
    """Fakes that lie where the data are have distance 0, by both measures."""
    found = student.dirac_distances(np.zeros(2))
    assert_true(float(np.abs(found["jsd"]).max()) == 0, "jsd at 0 is not 0")
    assert_true(float(np.abs(found["w1"]).max()) == 0, "w1 at 0 is not 0")
