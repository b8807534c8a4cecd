import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zero(student):
    """An implementation that always says 0 is refused."""

    def nothing(x, y):
        return 0.0

    assert_true(not accepts(student.test_wasserstein1_1d, nothing), "your test accepts a distance that is always 0")


def test_refuses_the_distance_of_medians(student):
    """An implementation that compares the medians is refused."""

    def medians(x, y):
        return float(abs(np.median(x) - np.median(y)))

    assert_true(not accepts(student.test_wasserstein1_1d, medians), "your test accepts the distance of the medians")
