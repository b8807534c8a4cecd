"""Boolean indexing into a fresh array, and a dict for a cache."""

import numpy as np


def dropout_forward(x, p_drop, mask, train):
    kept = mask.astype(bool) if train else np.ones(x.shape, dtype=bool)
    factor = 1 / (1 - p_drop) if train else 1
    out = np.zeros_like(x)
    out[kept] = x[kept] * factor
    return out, {"kept": kept, "factor": factor}


def dropout_backward(dout, cache):
    return np.where(cache["kept"], dout * cache["factor"], 0.0)


def dropout_weight_scaling(w, b, p_drop):
    scaled = w.copy()
    scaled *= 1 - p_drop
    return [scaled, b]
