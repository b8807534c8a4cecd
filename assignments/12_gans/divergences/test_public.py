import numpy as np
import pytest

from autograder.suite import assert_close, assert_true


def test_a_coin(student):
    """For p = (1/2, 1/2) and q = (1/4, 3/4), KL(p || q) is 1/2 ln(4/3)."""
    found = student.kl_discrete(np.array([0.5, 0.5]), np.array([0.25, 0.75]))
    assert_close(found, 0.5 * np.log(4 / 3), "KL")


def test_nothing_in_common(student):
    """Without a common outcome the Jensen-Shannon divergence is ln 2."""
    p, q = np.array([0.3, 0.7, 0.0, 0.0]), np.array([0.0, 0.0, 0.5, 0.5])
    assert_close(student.js_divergence(p, q), np.log(2), "JSD")


def test_equal_distributions(student):
    """From itself a distribution has distance 0, by either divergence."""
    p = np.array([0.2, 0.5, 0.3])
    assert_true(abs(student.kl_discrete(p, p)) < 1e-12, "KL(p || p) is not 0")
    assert_true(abs(student.js_divergence(p, p)) < 1e-12, "the JSD of p from itself is not 0")


def test_shapes_have_to_agree(student):
    """Distributions over different numbers of outcomes raise ValueError."""
    with pytest.raises(ValueError):
        student.kl_discrete(np.array([0.5, 0.5]), np.array([0.25, 0.25, 0.5]))
