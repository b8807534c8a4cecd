"""The axes are unfolded first, and the units moved to the front afterwards."""

import numpy as np


def fc_as_conv(W, b, chw):
    if W.shape[0] != np.prod(chw):
        raise ValueError("W")
    if W.shape[1:] != b.shape:
        raise ValueError("b")
    return np.ascontiguousarray(np.moveaxis(W.reshape(*chw, b.size), -1, 0)), 1.0 * b
