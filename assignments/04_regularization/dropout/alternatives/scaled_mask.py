"""The factor goes into the cached mask; evaluation caches None and copies; keyword defaults."""

import numpy as np


def dropout_forward(x, p_drop, mask, train=True):
    if not train:
        return np.array(x), None
    scaled = mask / (1.0 - p_drop)
    return np.multiply(x, scaled), scaled


def dropout_backward(dout, cache=None):
    return dout.copy() if cache is None else cache * dout


def dropout_weight_scaling(w, b, p_drop):
    return w - p_drop * w, np.copy(b)
