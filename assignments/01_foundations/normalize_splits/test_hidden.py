import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_leaves_arguments_alone, definition, points, signed


def table(rng, n, d=4):
    return rng.normal(size=(n, d)) * np.arange(1, d + 1) ** 2 + 10 * np.arange(d)


def images(rng, n, c=3, h=4, w=5):
    """Images whose brightness differs a lot from one to the next, and from channel to channel."""
    return rng.normal(size=(n, c, h, w)) * np.arange(1, c + 1)[:, None, None] + 5 * rng.normal(size=(n, 1, 1, 1)) + 3


def compare(found, wanted):
    assert_close(found[0], wanted[0], "the training rows")
    assert_equal(len(found[1]), len(wanted[1]), "number of other parts")
    for mine, right in zip(found[1], wanted[1], strict=True):
        assert_close(mine, right, "another part")


@points(3)
@pytest.mark.parametrize("kind", ["zscore", "minmax"])
@pytest.mark.parametrize("make", [table, images])
def test_parts_match_the_definition(student, reference, rng, kind, make):
    """All parts are those of the definition, for tables and for images."""
    for sizes in ((7, 5, 3), (4, 4), (9,), (3, 3), (1, 2)):
        train, *others = (make(rng, n) for n in sizes)
        compare(student.normalize_splits(train, others, kind), reference.normalize_splits(train, others, kind))


@points(2)
@definition
def test_training_rows_have_mean_0_and_deviation_1(student, rng):
    """After zscore, every training column or channel has mean 0 and standard deviation 1."""
    for make, axes in ((table, 0), (images, (0, 2, 3))):
        train = make(rng, 8)
        found, _ = student.normalize_splits(train, [make(rng, 5) + 7])
        size = train.shape[1]
        assert_close(np.mean(found, axis=axes), np.zeros(size), "the means", atol=1e-9)
        assert_close(np.std(found, axis=axes), np.ones(size), "the standard deviations")


@definition
def test_training_rows_go_from_0_to_1(student, rng):
    """After minmax, every training column or channel has the smallest value 0 and the largest value 1."""
    for make, axes in ((table, 0), (images, (0, 2, 3))):
        found, _ = student.normalize_splits(train := make(rng, 8), [make(rng, 5) * 3], "minmax")
        assert_close(np.min(found, axis=axes), np.zeros(train.shape[1]), "the smallest values", atol=1e-12)
        assert_close(np.max(found, axis=axes), np.ones(train.shape[1]), "the largest values")


def test_test_rows_change_nothing_else(student, reference, rng):
    """Another test part changes neither the training rows nor the validation rows."""
    train, val, test = table(rng, 8), table(rng, 5), table(rng, 4)
    for kind in ("zscore", "minmax"):
        wanted = reference.normalize_splits(train, [val, test], kind)
        found = student.normalize_splits(train, [val, 100 + 3 * test], kind)
        assert_close(found[0], wanted[0], "the training rows")
        assert_close(found[1][0], wanted[1][0], "the validation rows")


def test_constant_features(student, rng):
    """A feature that is constant in training becomes 0 there, and is only shifted elsewhere."""
    train, test = table(rng, 6), table(rng, 3)
    train[:, 2] = 5.0
    for kind in ("zscore", "minmax"):
        found, (other,) = student.normalize_splits(train, [test], kind)
        assert_close(np.asarray(found)[:, 2], np.zeros(6), "the constant feature in training")
        assert_close(np.asarray(other)[:, 2], test[:, 2] - 5, "the constant feature elsewhere")


def test_a_constant_that_is_not_exact(student, rng):
    """0.1 cannot be written exactly, so a constant column of it may have a standard deviation of 1e-17: scale is 1 all the
    same."""
    for make, n in ((table, 6), (images, 3)):
        train, test = make(rng, n), make(rng, 4)
        train[:, 1] = 0.1
        for kind in ("zscore", "minmax"):
            found, (other,) = student.normalize_splits(train, [test], kind)
            assert_close(np.asarray(found)[:, 1], np.zeros_like(train[:, 1]), "the constant feature in training", atol=1e-9)
            assert_close(np.asarray(other)[:, 1], test[:, 1] - 0.1, "the constant feature elsewhere")


def test_other_kinds_are_refused(student, rng):
    """A kind that the statement does not name raises ValueError."""
    with pytest.raises(ValueError):
        student.normalize_splits(table(rng, 4), [], "robust")


def test_arrays_of_another_form_are_refused(student, rng):
    """Arrays that are neither tables nor images, and others that do not have the form of train, raise ValueError."""
    for train, others in (
        ((4, 3, 2), []),
        ((4,), []),
        ((4, 3), [(2, 3), (2, 1)]),
        ((4, 3), [(2, 3, 1, 1)]),
        ((4, 3, 2, 2), [(2, 3, 1, 1)]),
    ):
        with pytest.raises(ValueError):
            student.normalize_splits(rng.normal(size=train), [rng.normal(size=shape) for shape in others])


def test_arguments_are_left_alone(student, reference, rng):
    """The result is right, and the arrays that came in are as they were."""
    train, val = table(rng, 6), signed(rng, (3, 4))
    for kind in ("zscore", "minmax"):
        found = assert_leaves_arguments_alone(student.normalize_splits, train, [val], kind)
        compare(found, reference.normalize_splits(train, [val], kind))
