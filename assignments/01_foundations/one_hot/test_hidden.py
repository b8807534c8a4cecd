import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_leaves_arguments_alone, assert_shape, points


@points(2)
def test_rows_match_the_definition(student, reference, rng):
    """Every row has its 1 in the column of its label, and the numbers are float64."""
    for n, c in ((9, 4), (5, 5), (3, 7)):
        labels = rng.integers(c, size=n)
        rows = student.one_hot(labels, c)
        assert_close(rows, reference.one_hot(labels, c), "the rows")
        assert_equal(str(np.asarray(rows).dtype), "float64", "the type of the numbers")


def test_classes_that_do_not_occur_have_their_column(student, rng):
    """The number of columns is num_classes, also if the last classes do not occur."""
    labels = rng.integers(3, size=8)
    assert_close(student.one_hot(labels, 6), np.eye(6)[labels], "the rows")


def test_no_labels_have_no_rows(student):
    """Without any labels there are no rows, and still num_classes columns."""
    assert_shape(student.one_hot(np.zeros(0, dtype=int), 4), (0, 4), "the rows of no labels")


def test_labels_come_back(student, rng):
    """Each row sums to 1, and the position of its greatest entry is the label."""
    labels = rng.permutation(np.arange(12) % 5)
    rows = student.one_hot(labels, 5)
    assert_close(np.sum(rows, axis=1), np.ones(12), "the sums of the rows")
    assert_equal(np.argmax(rows, axis=1), labels, "the columns of the ones")


@pytest.mark.parametrize("wrong", [-1, -3, 4, 5])
def test_labels_out_of_range_are_refused(student, rng, wrong):
    """A label below 0, or as large as the number of classes or larger, raises ValueError."""
    labels = rng.permutation([0, 1, 2, 3, wrong])
    with pytest.raises(ValueError):
        student.one_hot(labels, 4)


def test_first_and_last_class_are_allowed(student):
    """0 and num_classes - 1 are labels like any other, also if there is one class only."""
    assert_close(student.one_hot(np.array([0, 3]), 4), np.eye(4)[[0, 3]], "the rows")
    assert_close(student.one_hot(np.array([0, 0]), 1), np.ones((2, 1)), "the rows of one class")


def test_labels_are_left_alone(student, reference, rng):
    """The rows are right, and the labels are as they were."""
    labels = rng.integers(4, size=6)
    assert_close(assert_leaves_arguments_alone(student.one_hot, labels, 4), reference.one_hot(labels, 4), "the rows")
