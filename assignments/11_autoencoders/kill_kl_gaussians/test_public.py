import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zero(student):
    """An implementation that always returns 0 is refused."""

    def zero(mu1, s1, mu2, s2):
        return 0.0

    assert_true(not accepts(student.test_kl_gaussians, zero), "your test accepts a divergence that is always 0")


def test_refuses_a_distance_of_means(student):
    """An implementation that looks at the means only is refused."""

    def means_only(mu1, s1, mu2, s2):
        return float(((mu1 - mu2) ** 2).sum()) / 2

    assert_true(
        not accepts(student.test_kl_gaussians, means_only),
        "your test accepts a divergence that does not look at the covariances",
    )


def test_refuses_a_distance_of_variances(student):
    """An implementation that looks at the variances on the diagonals only is refused."""

    def diagonals_only(mu1, s1, mu2, s2):
        ratio = np.diag(s1) / np.diag(s2)
        return float((ratio - 1 - np.log(ratio)).sum()) / 2

    assert_true(
        not accepts(student.test_kl_gaussians, diagonals_only), "your test accepts a divergence that does not look at the means"
    )
