"""Bring features to one scale, with numbers from the training rows alone."""

from __future__ import annotations

import numpy as np


def normalize_splits(train: np.ndarray, others: list[np.ndarray], kind: str = "zscore") -> tuple[np.ndarray, list[np.ndarray]]:
    """Shift and scale every feature, by numbers that come from the training rows.

        x' = (x - shift) / scale

        "zscore":  shift = mean, scale = standard deviation (the biased one, with 1/N)
        "minmax":  shift = smallest value, scale = largest minus smallest value

    of the training rows only: validation and test rows are transformed with the same numbers, as new data will be. A table
    (N, D) has a shift and a scale for each column; images (N, C, H, W) have one for each channel, over all samples and
    positions. Where a feature is constant in training, that is, where its smallest and its largest value are equal, scale is 1.
    Compare these two, not the standard deviation with 0: that of a constant 0.1 may come out as 1e-17.

    Args:
        train: training rows, shape (N, D) or (N, C, H, W). Another number of axes raises ValueError.
        others: arrays of the same form with numbers of rows of their own. One that differs from `train` in another axis than
            the first raises ValueError.
        kind: "zscore" or "minmax"; anything else raises ValueError.

    Returns:
        The transformed training rows, and a list of the others, transformed.
    """
    if train.ndim not in (2, 4):
        raise ValueError(f"train has {train.ndim} axes")
    if len(train) == 0:
        raise ValueError("train has no rows")
    if any(part.shape[1:] != train.shape[1:] for part in others):
        raise ValueError("others has an array of another form than train")
    axes = (0,) if train.ndim == 2 else (0, 2, 3)
    low, high = train.min(axis=axes, keepdims=True), train.max(axis=axes, keepdims=True)
    if kind == "zscore":
        shift, scale = train.mean(axis=axes, keepdims=True), train.std(axis=axes, keepdims=True)
    elif kind == "minmax":
        shift, scale = low, high - low
    else:
        raise ValueError(f"kind is {kind!r}")
    scale = np.where(low == high, 1.0, scale)
    return (train - shift) / scale, [(part - shift) / scale for part in others]
