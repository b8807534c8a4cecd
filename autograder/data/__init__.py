"""Data sets as arrays: `load("digits")`, `load("mnist")`, `load("fashion_mnist")`. Nothing is ever downloaded.

The digits come with scikit-learn, or with a release that was made from it. The other two are four IDX files each,
looked for in `$GRADMARK_DATA`, in torchvision's folder layout and among the system's data sets, and used only if
their checksums are right.
"""

from __future__ import annotations

from autograder.data.arrays import Dataset, to_float
from autograder.data.digits import load_digits_set
from autograder.data.errors import DataError
from autograder.data.idx_sets import IDX_SETS, load_idx_set

__all__ = ["NAMES", "DataError", "Dataset", "load"]

NAMES = ("digits", *IDX_SETS)


def load(name: str, *, raw: bool = False) -> Dataset:
    """Images (N, H, W) as float32 in [0, 1] and labels (N,) as int64; with `raw`, images as stored, in uint8.

    It is a named tuple: `load("mnist").x_train`, or `x_train, y_train, x_test, y_test = load("mnist")`.
    """
    if name == "digits":
        stored, largest = load_digits_set(), 16
    elif name in IDX_SETS:
        stored, largest = load_idx_set(IDX_SETS[name]), 255
    else:
        raise DataError(f"there is no data set {name!r}; there are: {', '.join(NAMES)}")
    return stored if raw else to_float(stored, largest)
