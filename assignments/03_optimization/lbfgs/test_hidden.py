import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, definition, points, signed


def draw(rng, D=4, pairs=3):
    """Steps on a bowl and what they did to the gradient; y^T s is greater than 0 for each."""
    q, _ = np.linalg.qr(rng.normal(size=(D, D)))
    A = (q * np.linspace(0.5, 4, D)) @ q.T
    S = [signed(rng, D) for _ in range(pairs)]
    return [s.copy() for s in S], [A @ s for s in S], A


def built(S, Y):
    """The matrix H that the recursion stands for, by updates of the whole matrix."""
    D = len(S[0])
    H = S[-1] @ Y[-1] / (Y[-1] @ Y[-1]) * np.eye(D)
    for s, y in zip(S, Y, strict=True):
        V = np.eye(D) - np.outer(y, s) / (y @ s)
        H = V.T @ H @ V + np.outer(s, s) / (y @ s)
    return H


@points(2)
def test_matches_the_recursion(student, reference, rng):
    """With several pairs, the direction of the two loops."""
    for D, pairs in [(4, 3), (6, 2), (3, 5)]:
        S, Y, _ = draw(rng, D, pairs)
        g = signed(rng, D)
        assert_close(student.lbfgs_direction(g, S, Y), reference.lbfgs_direction(g, S, Y), "the direction")


@points(2)
@definition
def test_equals_the_matrix_that_it_never_builds(student, rng):
    """The direction is -H g, for the H that is updated with the same pairs, the oldest first."""
    S, Y, _ = draw(rng)
    g = signed(rng, 4)
    assert_close(student.lbfgs_direction(g, S, Y), -built(S, Y) @ g, "the direction")


def test_the_newest_pair_is_known_exactly(student, rng):
    """If the gradient is the newest y, the direction is the newest s, turned round."""
    S, Y, _ = draw(rng)
    assert_close(student.lbfgs_direction(Y[-1], S, Y), -S[-1], "the direction")


def test_the_scale_of_the_first_guess(student, rng):
    """Across all pairs, the gradient is only scaled by the gamma of the newest pair."""
    gammas = rng.uniform(0.3, 3, size=2)
    S, g = [np.eye(3)[0] * 2.0, np.eye(3)[1] * 0.5], signed(rng, 1)[0] * np.eye(3)[2]
    Y = [S[0] / gammas[0], S[1] / gammas[1]]
    assert_close(student.lbfgs_direction(g, S, Y), -gammas[1] * g, "the direction")


def test_without_pairs(student, rng):
    """Without pairs it is the direction of steepest descent."""
    g = signed(rng, 5)
    assert_close(student.lbfgs_direction(g, [], []), -g, "the direction")


def test_always_downhill(student, rng):
    """The direction leads downhill."""
    S, Y, _ = draw(rng, 5, 4)
    g = signed(rng, 5)
    assert_true(float(np.dot(student.lbfgs_direction(g, S, Y), g)) < 0, "the direction does not lead downhill")


def test_a_change_for_each_step(student, rng):
    """Another number of changes than of steps raises a ValueError."""
    S, Y, _ = draw(rng)
    for fewer in ((S, Y[1:]), (S[1:], Y)):
        with pytest.raises(ValueError):
            student.lbfgs_direction(signed(rng, 4), *fewer)
