import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, assert_true, points


def steps(rng, n=5):
    """Steps of all sizes, in any order; the first is not 0."""
    return rng.permutation(np.array([1, 7, 40, 300, 999]) + rng.integers(0, 6, size=n))


@points(2)
def test_interleaved_vector(student):
    """The embedding of step 3 with 8 numbers, sines and cosines in turns."""
    known = [0.14112, -0.9899925, 0.29552021, 0.95533649, 0.0299955, 0.99955003, 0.003, 0.9999955]
    assert_close(student.time_embedding(np.array([3]), 8, "interleaved"), np.array([known]), "interleaved", rtol=1e-5)


@points(2)
def test_concat_vector(student):
    """The embedding of step 3 with 8 numbers, sines before cosines."""
    sines = [0.14112001, 0.1387981, 0.00646326, 0.0003]
    cosines = [-0.9899925, 0.9903207, 0.99997911, 0.99999996]
    assert_close(student.time_embedding(np.array([3]), 8, "concat"), np.array([sines + cosines]), "concat", rtol=1e-6)


@points(2)
@pytest.mark.parametrize("layout", ["interleaved", "concat"])
def test_many_steps(student, reference, rng, layout):
    """Steps of all sizes, and several widths."""
    for t, dim in ((steps(rng), 4), (steps(rng), 6), (steps(rng), 14), (steps(rng)[:4], 4)):  # also a square
        right = reference.time_embedding(t, dim, layout)
        assert_close(student.time_embedding(t, dim, layout), right, layout, dtype=np.float64)


def test_pairs_lie_on_the_circle(student, rng):
    """Each sine has its cosine: the squares of a pair sum to 1, in either layout, and no two steps look alike."""
    t, half = steps(rng), 5
    turns = student.time_embedding(t, 2 * half, "interleaved")
    blocks = student.time_embedding(t, 2 * half, "concat")
    for found in (turns, blocks):
        assert_shape(found, (5, 2 * half), "the embedding")
        gaps = np.abs(found[:, None] - found[None]).max(axis=2) + np.eye(5)
        assert_true(gaps.min() > 1e-6, "two different steps have the same embedding")
    ones = np.ones((5, half))
    assert_close(turns[:, ::2] ** 2 + turns[:, 1::2] ** 2, ones, "squares of pairs, interleaved")
    assert_close(blocks[:, :half] ** 2 + blocks[:, half:] ** 2, ones, "squares of pairs, concat")


def test_going_on_is_a_rotation(student, rng):
    """In the layout "concat", each pair turns by the same angle from t to t + 1, wherever t is; these are 1 down to 1/10000."""
    t, half = steps(rng), 4
    now, then = (student.time_embedding(t + late, 2 * half, "concat") for late in (0, 1))
    sine = then[:, :half] * now[:, half:] - then[:, half:] * now[:, :half]  # of the angle between the two
    angles = 10000.0 ** -np.linspace(0, 1, half)
    assert_close(sine, np.tile(np.sin(angles), (5, 1)), "sine of the angle by which a pair turns")


def test_whole_numbers_and_halves(student, reference):
    """Steps may be whole numbers of numpy or floats in between, and step 0 gives zeros and ones."""
    for t in (np.array([0, 2, 5], dtype=np.int32), np.array([0.0, 0.5, 2.5])):
        for layout in ("interleaved", "concat"):
            assert_close(student.time_embedding(t, 6, layout), reference.time_embedding(t, 6, layout), layout)


def test_unknown_layouts_are_refused(student):
    """A layout of another name is a ValueError, while the known ones work."""
    assert_shape(student.time_embedding(np.arange(3), 4, "concat"), (3, 4), "the embedding")
    with pytest.raises(ValueError):
        student.time_embedding(np.arange(3), 4, "stacked")
