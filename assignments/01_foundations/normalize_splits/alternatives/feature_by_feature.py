"""A loop over columns or channels, into copies."""

import numpy as np


def normalize_splits(train, others, kind="zscore"):
    if kind not in ("zscore", "minmax"):
        raise ValueError(kind)
    if train.ndim not in {2, 4} or {part.shape[1:] for part in others} - {train.shape[1:]}:
        raise ValueError("train or others")
    parts = [np.array(part, dtype=float) for part in (train, *others)]
    for k in range(train.shape[1]):
        values = train[:, k]
        if kind == "zscore":
            shift, scale = np.mean(values), np.std(values)
        else:
            shift, scale = np.min(values), np.max(values) - np.min(values)
        if np.all(values == values.flat[0]):
            scale = 1.0
        for part in parts:
            part[:, k] = (part[:, k] - shift) / scale
    return parts[0], parts[1:]
