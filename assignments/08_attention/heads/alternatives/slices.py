"""One head after the other, as slices."""

import numpy as np


def split_heads(x, h):
    d, left = divmod(x.shape[-1], h)
    if left:
        raise ValueError("h must divide the number of features")
    return np.stack([x[:, :, i * d : (i + 1) * d] for i in range(h)], axis=1)


def merge_heads(x):
    return np.concatenate([x[:, i] for i in range(x.shape[1])], axis=-1)
