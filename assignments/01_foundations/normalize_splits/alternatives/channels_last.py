"""Everything as a table of features, and back."""

import numpy as np


def normalize_splits(train, others, kind="zscore"):
    if train.ndim != 2 and train.ndim != 4:
        raise ValueError("train")
    for x in others:
        if x.shape != (len(x), *train.shape[1:]):
            raise ValueError("others")

    def to_table(x):
        return np.moveaxis(x, 1, -1).reshape(-1, x.shape[1])

    rows = to_table(train)
    if kind == "zscore":
        shift, scale = rows.mean(0), np.sqrt(((rows - rows.mean(0)) ** 2).mean(0))
    elif kind == "minmax":
        shift, scale = rows.min(0), np.ptp(rows, axis=0)
    else:
        raise ValueError("kind")
    scale[rows.max(0) == rows.min(0)] = 1
    form = (-1,) + (1,) * (train.ndim - 2)

    def apply(x):
        return (x - shift.reshape(form)) / scale.reshape(form)

    return apply(train), [apply(x) for x in others]
