import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_true, leaves_arguments, points

K, D = 5, 3


def planted(rng, counts, lost, radius=0.5):
    """Centres that are far apart, and so many samples near each, and some near none."""
    centres = 4.0 * rng.permutation(np.eye(8)[:K, : D + 3][:, :D] + np.arange(K)[:, None])
    parts = []
    for centre, count in zip(centres, counts):
        away = rng.normal(size=(count, D))
        away *= (rng.uniform(0.1, 0.9, size=count) * radius / np.linalg.norm(away, axis=1))[:, None]
        parts.append(centre + away)
    parts.append(centres[rng.integers(K, size=lost)] + 1.5 * radius * np.eye(D)[0])
    return rng.permutation(np.concatenate(parts)), centres


def plain(found):
    """(n_modes, hq_frac, counts) as plain numbers, whatever they came as."""
    n_modes, hq_frac, counts = found
    return float(n_modes), float(hq_frac), [float(c) for c in np.asarray(counts).ravel()]


@points(3)
@leaves_arguments
def test_planted_samples_are_found(student, reference, rng):
    """Modes, share and counts for samples that were put near the centres, and some that are near none."""
    samples, centres = planted(rng, rng.permutation([9, 6, 3, 1, 0]), 6)
    found = student.mode_coverage(samples, centres, 0.5, 0.1)
    right = reference.mode_coverage(samples, centres, 0.5, 0.1)
    assert_equal([int(c) for c in found[2]], right[2].tolist(), "counts")
    assert_close(float(found[1]), float(right[1]), "hq_frac")
    assert_equal(int(found[0]), right[0], "n_modes")


@points(2)
def test_modes_that_overlap(student, reference, rng):
    """Where balls around the centres overlap, a sample counts once, for the nearest."""
    centres = rng.normal(size=(K, 2))
    samples = 1.5 * rng.normal(size=(40, 2))
    for radius, share in ((0.6, 0.1), (1.5, 0.2), (10.0, 0.05)):
        found = plain(student.mode_coverage(samples, centres, radius, share))
        right = plain(reference.mode_coverage(samples, centres, radius, share))
        assert_equal(found[2], right[2], "counts")
        assert_close(found[1], right[1], "hq_frac")
        assert_equal(found[0], right[0], "n_modes")
        assert_true(sum(found[2]) <= 40, "a sample counts for several modes")


def test_both_borders_are_inside(student):
    """A sample exactly at the radius counts, and a mode with exactly the smallest share is covered."""
    centres = np.array([[0.0, 0.0], [10.0, 0.0]])
    samples = np.array([[0.5, 0.0], [0.0, -0.5], [10.0, 0.0], [10.0, 0.5000001]])
    n_modes, hq_frac, counts = plain(student.mode_coverage(samples, centres, 0.5, 0.25))
    assert_equal(counts, [2.0, 1.0], "counts")
    assert_close(hq_frac, 0.75, "hq_frac")
    assert_equal(n_modes, 2.0, "n_modes")
    assert_equal(plain(student.mode_coverage(samples, centres, 0.5, 0.26))[0], 1.0, "n_modes for a larger share")


def test_shares_are_of_all_samples(student, rng):
    """Lost samples count in the denominator: with many of them no mode is covered any more."""
    for lost, modes in ((0, 5), (25, 5), (26, 0)):
        samples, centres = planted(rng, [5] * K, lost)
        n_modes, hq_frac, counts = plain(student.mode_coverage(samples, centres, 0.5, 0.1))
        assert_equal(counts, [5.0] * K, "counts")
        assert_close(hq_frac, 25 / (25 + lost), "hq_frac")
        assert_equal(n_modes, float(modes), "n_modes")


def test_collapse(student, rng):
    """If all samples sit at one mode, all are good and one mode is covered."""
    samples, centres = planted(rng, [0, 30, 0, 0, 0], 0)
    n_modes, hq_frac, counts = plain(student.mode_coverage(samples, centres, 0.5, 0.01))
    assert_equal((n_modes, counts), (1.0, [0.0, 30.0, 0.0, 0.0, 0.0]), "n_modes and counts")
    assert_close(hq_frac, 1.0, "hq_frac")


def test_ties_and_equal_lengths(student):
    """A sample in the middle belongs to the first of two centres; as many samples as centres and coordinates are fine."""
    centres = np.array([[2.0, 0.0], [0.0, 0.0]])
    samples = np.array([[1.0, 0.0], [0.0, 0.5]])
    assert_equal(plain(student.mode_coverage(samples, centres, 1.0, 0.5))[2], [1.0, 1.0], "counts")
    square = np.array([[0.0, 3.0], [5.0, 1.0]])
    assert_equal(plain(student.mode_coverage(square, square[::-1].copy(), 0.0, 0.5)), (2.0, 1.0, [1.0, 1.0]), "everything")


def test_bad_arguments(student, reference, rng):
    """No samples, no centres, other coordinates and a negative radius raise ValueError."""
    samples, centres = planted(rng, [2] * K, 1)
    right = plain(reference.mode_coverage(samples, centres, 0.5, 0.1))
    assert_equal(plain(student.mode_coverage(samples, centres, 0.5, 0.1)), right, "everything")
    for bad in (
        (samples[:0], centres, 0.5, 0.1),
        (samples, centres[:0], 0.5, 0.1),
        (samples, centres[:, :1], 0.5, 0.1),
        (samples[:, :1], centres, 0.5, 0.1),
        (samples, centres, -0.5, 0.1),
        (samples, centres, 0.5, -0.1),
    ):
        with pytest.raises(ValueError):
            student.mode_coverage(*bad)
