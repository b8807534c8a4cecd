"""The handwritten digits that scikit-learn carries: small enough for a course, real enough to learn from."""

from __future__ import annotations

import numpy as np

from autograder.data.arrays import Dataset
from autograder.data.errors import DataError

TEST_EVERY = 5


def read_digits() -> tuple[np.ndarray, np.ndarray]:
    """All 1797: images (1797, 8, 8) from 0 to 16 and labels, both uint8."""
    try:
        from sklearn.datasets import load_digits
    except ImportError:
        raise DataError("the digits come with scikit-learn: pip install scikit-learn") from None
    digits = load_digits()
    return digits.images.astype(np.uint8), digits.target.astype(np.uint8)


def load_digits_set() -> Dataset:
    return split_digits(*read_digits())


def split_digits(images: np.ndarray, labels: np.ndarray) -> Dataset:
    """Every fifth image of each digit is for testing.

    The file is sorted by writer, so its tail would be strangers only; and it counts from 0 to 9 over and over, so
    every fifth image of all would favour some digits.
    """
    labels = labels.astype(np.int64)
    test = np.zeros(len(labels), dtype=bool)
    for digit in range(10):
        test[np.flatnonzero(labels == digit)[TEST_EVERY - 1 :: TEST_EVERY]] = True
    return Dataset(images[~test], labels[~test], images[test], labels[test])
