"""The data sets of this assignment, as plain arrays."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent


def load(name):
    """The arrays of data/<name>.npz, as a dict."""
    with np.load(FOLDER / f"{name}.npz", allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


def load_digits():
    """1797 handwritten digits: images (1797, 8, 8) with values in [0, 1], labels (1797,) from 0 to 9."""
    arrays = load("digits")
    return arrays["images"] / 16.0, arrays["labels"].astype(np.int64)
