"""A difference of two ramps, in float arithmetic of Python, written into a fresh array."""

import numpy as np


def soft_threshold(theta, tau):
    tau = float(tau)
    out = np.zeros(theta.shape)
    for index, entry in np.ndenumerate(theta):
        out[index] = max(entry - tau, 0.0) - max(-entry - tau, 0.0)
    return out
