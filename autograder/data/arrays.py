"""What a loader returns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Dataset(NamedTuple):
    x_train: np.ndarray
    """Images, (N, H, W)."""
    y_train: np.ndarray
    """Labels, (N,), int64."""
    x_test: np.ndarray
    y_test: np.ndarray


def to_float(stored: Dataset, largest: int) -> Dataset:
    """The same with images from 0 to 1 instead of 0 to `largest`."""

    def scaled(images: np.ndarray) -> np.ndarray:
        values = images.astype(np.float32)
        values /= np.float32(largest)  # in place: the training images are 188 MB
        return values

    return stored._replace(x_train=scaled(stored.x_train), x_test=scaled(stored.x_test))
