import numpy as np
import pytest

from autograder.suite import Rng, assert_between, assert_equal, points

CASES = ((101, (0.7, 0.2, 0.1)), (37, (0.5, 0.25, 0.25)), (10, (0.9, 0.1, 0.0)), (50, (0.0, 0.3, 0.7)), (7, (0.5, 0.4, 0.1)))


def source(rng):
    return Rng("numpy", int(rng.integers(2**32)))


@points(3)
def test_parts_match_the_definition(student, reference, rng):
    """The three parts are those that the permutation gives."""
    for n, ratios in CASES:
        seed = source(rng)
        found = student.train_val_test_split(n, ratios, seed)
        for name, part, wanted in zip(
            ("train", "val", "test"), found, reference.train_val_test_split(n, ratios, seed.build()), strict=True
        ):
            assert_equal(np.asarray(part), wanted, name)


@points(2)
def test_every_row_is_in_exactly_one_part(student, rng):
    """The parts are disjoint, and together they are all rows."""
    for n, ratios in CASES:
        parts = student.train_val_test_split(n, ratios, source(rng))
        assert_equal(np.sort(np.concatenate([np.asarray(p) for p in parts])), np.arange(n), "all row numbers, sorted")


def test_sizes(student, rng):
    """Training and validation are rounded down, and the test part takes what is left."""
    for n, ratios in CASES:
        parts = student.train_val_test_split(n, ratios, source(rng))
        a, b = int(np.floor(ratios[0] * n)), int(np.floor(ratios[1] * n))
        assert_equal([len(p) for p in parts], [a, b, n - a - b], "the sizes")


def test_sorted_data_are_mixed(student, rng):
    """If the first half of the rows is one class, about half of each part is of that class."""
    parts = student.train_val_test_split(4000, (0.6, 0.2, 0.2), source(rng))
    for part in parts:
        share = float(np.mean(np.asarray(part) < 2000))
        assert_between(share, 0.5 - 3 / np.sqrt(len(part)), 0.5 + 3 / np.sqrt(len(part)), "the share of the first class")


def test_the_generator_decides(student, rng):
    """Equal generators give equal splits, different ones different splits."""
    seed = int(rng.integers(2**31))
    first, again, other = (
        np.concatenate(student.train_val_test_split(60, (0.6, 0.2, 0.2), Rng("numpy", s))) for s in (seed, seed, seed + 1)
    )
    assert_equal(again, first, "the split with the same generator")
    assert_equal(np.sort(other), np.arange(60), "all row numbers of another split")
    assert_equal(bool(np.array_equal(first, other)), False, "whether another generator gives the same split")


@pytest.mark.parametrize("ratios", [(0.5, 0.2, 0.2), (0.8, 0.4, -0.2), (0.7, 0.3, 0.1), (0.6, 0.4), (0.4, 0.3, 0.2, 0.1)])
def test_shares_that_make_no_sense_are_refused(student, rng, ratios):
    """Shares that are negative, do not sum to 1, or are not three raise ValueError."""
    with pytest.raises(ValueError):
        student.train_val_test_split(20, ratios, source(rng))


def test_fewer_rows_than_none_are_refused(student, rng):
    """A negative number of rows raises ValueError, and no rows at all give three empty parts."""
    with pytest.raises(ValueError):
        student.train_val_test_split(-1, (0.5, 0.25, 0.25), source(rng))
    parts = student.train_val_test_split(0, (0.5, 0.25, 0.25), source(rng))
    assert_equal([len(p) for p in parts], [0, 0, 0], "the sizes")
