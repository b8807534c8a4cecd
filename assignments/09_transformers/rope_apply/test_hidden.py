import numpy as np
import pytest

from autograder.suite import assert_close, definition, points

AXES = ("batch", "head", "token", "feature")


def places(rng, t):
    """Positions that neither start at 0 nor are in order."""
    return rng.permutation(np.arange(2, 40))[:t]


@points(3)
def test_vectors_match_the_definition(student, reference, rng):
    """Every pair is turned by the angle of the definition."""
    for shape in ((2, 3, 5, 8), (4, 4, 4, 4), (1, 1, 3, 2)):
        x, positions = rng.normal(size=shape), places(rng, shape[2])
        assert_close(student.rope_apply(x, positions), reference.rope_apply(x, positions), "the turned vectors", axes=AXES)
    x, positions, base = rng.normal(size=(5, 6)), places(rng, 5), float(rng.uniform(20, 200))
    got = student.rope_apply(x, positions, base)
    assert_close(got, reference.rope_apply(x, positions, base), "the turned vectors with another base", axes=AXES[2:])


@definition
@points(2)
def test_products_depend_on_the_distance_alone(student, rng):
    """The product of a turned query and a turned key stays when both positions move on, and changes when one does."""
    q, k = rng.normal(size=(2, 1, 6))
    i, j = places(rng, 2)

    def product(a, b):
        return float((student.rope_apply(q, np.array([a])) * student.rope_apply(k, np.array([b]))).sum())

    first = product(i, j)
    for move in (1, 17, 300):
        assert_close(product(i + move, j + move), first, "the product after both moved", rtol=1e-7, atol=1e-9)
    angle = (i - j) * 10000 ** (-np.arange(0, 6, 2) / 6)
    even, odd = q[0, ::2] * k[0, ::2] + q[0, 1::2] * k[0, 1::2], q[0, ::2] * k[0, 1::2] - q[0, 1::2] * k[0, ::2]
    right = float((even * np.cos(angle) + odd * np.sin(angle)).sum())
    assert_close(first, right, "the product of a query and a key", rtol=1e-7, atol=1e-9)


@definition
def test_pairs_are_turned_to_the_left(student):
    """A pair (1, 0) becomes (cos, sin) of its angle, and pair i turns with base^(-2i/D)."""
    out = student.rope_apply(np.array([[1.0, 0.0] * 3] * 2), np.array([3, 5]), 64.0)
    angles = np.array([[3.0], [5.0]]) * np.array([1.0, 0.25, 0.0625])
    assert_close(out.reshape(2, 3, 2), np.stack([np.cos(angles), np.sin(angles)], axis=-1), "the pairs")


def test_lengths_stay_and_turning_back_undoes(student, reference, rng):
    """No pair changes its length, and the negative positions turn back."""
    x, positions = rng.normal(size=(3, 5, 6)), places(rng, 5)
    out = student.rope_apply(x, positions)
    assert_close(out, reference.rope_apply(x, positions), "the turned vectors")
    lengths = [np.hypot(v[..., ::2], v[..., 1::2]) for v in (out, x)]
    assert_close(lengths[0], lengths[1], "lengths of the pairs")
    assert_close(student.rope_apply(out, -positions), x, "turned there and back")


def test_what_does_not_fit_is_refused(student, rng):
    """An odd number of features, or another number of positions than tokens, is a ValueError that names the
    argument."""
    with pytest.raises(ValueError, match="x"):
        student.rope_apply(rng.normal(size=(3, 5)), np.arange(3))
    for positions in (np.arange(4), np.array([2])):
        with pytest.raises(ValueError, match="positions"):
            student.rope_apply(rng.normal(size=(2, 3, 4)), positions)
