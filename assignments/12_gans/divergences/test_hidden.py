import warnings

import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_equal, assert_true, leaves_arguments, points

C = 6


def draw(rng, n=C):
    """Two distributions with all outcomes possible, not alike."""
    p, q = rng.dirichlet(np.full(n, 2.0), size=2) + 0.02
    return np.sort(p) / p.sum(), np.sort(q)[::-1] / q.sum()


def quiet(function, p, q):
    """The result, with every warning of numpy an error where the code runs in this process."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return function(p, q)


@points(2)
@leaves_arguments
def test_kl_matches_the_definition(student, reference, rng):
    """KL(p || q) for distributions with all outcomes possible."""
    p, q = draw(rng)
    assert_close(student.kl_discrete(p, q), reference.kl_discrete(p, q), "KL", sizes={"outcomes": C})


@points(2)
@leaves_arguments
def test_js_matches_the_definition(student, reference, rng):
    """The mean of the two divergences from the mixture."""
    p, q = draw(rng)
    assert_close(student.js_divergence(p, q), reference.js_divergence(p, q), "JSD", sizes={"outcomes": C})


@points(2)
def test_known_numbers(student):
    """p = (1/2, 1/2, 0) and q = (1/4, 1/4, 1/2): ln 2 one way, infinite the other way, and the JSD worked out by hand."""
    p, q = np.array([0.5, 0.5, 0.0]), np.array([0.25, 0.25, 0.5])
    assert_close(student.kl_discrete(p, q), np.log(2), "KL(p || q)")
    assert_equal(float(student.kl_discrete(q, p)), np.inf, "KL(q || p)")
    assert_close(student.js_divergence(p, q), 0.215762, "JSD", atol=1e-6)
    assert_close(student.js_divergence(q, p), 0.215762, "JSD, exchanged", atol=1e-6)


@points(2)
def test_impossible_outcomes(student, reference, rng):
    """Outcomes that p never has add nothing; one that only q never has makes KL infinite, and the JSD stays finite."""
    p, q = draw(rng)
    gaps = rng.permutation(C)
    p[gaps[:2]], q[gaps[1]] = 0.0, 0.0
    p, q = p / p.sum(), q / q.sum()
    assert_close(quiet(student.kl_discrete, p, q), reference.kl_discrete(p, q), "KL(p || q)")
    assert_equal(float(quiet(student.kl_discrete, q, p)), np.inf, "KL(q || p)")
    assert_close(quiet(student.js_divergence, p, q), reference.js_divergence(p, q), "JSD")


def test_tiny_probabilities(student):
    """Probabilities of 1e-300 and less are not zero: KL is large and finite, and the JSD nearly ln 2."""
    p, q = np.array([1 - 1e-310, 1e-310]), np.array([1e-310, 1 - 1e-310])
    assert_close(student.kl_discrete(p, q), 310 * np.log(10), "KL", rtol=1e-6)
    assert_close(student.js_divergence(p, q), np.log(2), "JSD")


def test_never_negative_and_zero_only_for_equals(student, rng):
    """Both are 0 for equal distributions and positive for others; the JSD is at most ln 2 and symmetric."""
    for n in (2, C):
        p, q = draw(rng, n)
        for function in (student.kl_discrete, student.js_divergence):
            assert_close(function(p, p), 0.0, "the divergence from itself", atol=1e-12)
            assert_true(np.asarray(function(p, q)) > 1e-6, "the divergence of different distributions is not positive")
        assert_between(student.js_divergence(p, q), 0, np.log(2), "JSD")
        assert_close(student.js_divergence(q, p), student.js_divergence(p, q), "JSD, exchanged")


def test_order_of_the_outcomes(student, rng):
    """Naming the outcomes in another order changes nothing; splitting one in equal parts on both sides neither."""
    p, q = draw(rng)
    turn = rng.permutation(C)
    for function in (student.kl_discrete, student.js_divergence):
        before = function(p, q)
        assert_true(np.asarray(before) > 1e-6, "the divergence of different distributions is not positive")
        assert_close(function(p[turn], q[turn]), before, "the divergence in another order")
        assert_close(function(np.repeat(p, 2) / 2, np.repeat(q, 2) / 2), before, "the divergence with split outcomes")


def test_bad_arguments(student, reference, rng):
    """Different shapes and negative entries raise ValueError, in either function; a zero does not."""
    p, q = draw(rng)
    negative = p.copy()
    negative[:2] = [-0.1, negative[0] + negative[1] + 0.1]
    edge = np.array([0.0, 1.0])
    assert_close(student.js_divergence(edge, edge[::-1].copy()), np.log(2), "JSD of two certain outcomes")
    for function in (student.kl_discrete, student.js_divergence):
        for pair in ((p, q[:-1]), (p, np.array([1.0])), (negative, q), (q, negative)):
            with pytest.raises(ValueError):
                function(*pair)
