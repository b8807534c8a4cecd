"""Block by block and sample by sample."""

import numpy as np


def stochastic_depth_probs(depth, p_last):
    step = (1.0 - p_last) / depth
    return np.array([1.0 - step * l for l in range(1, depth + 1)])


def drop_path(x, branch, keep, u, train):
    out = x.copy()
    for n in range(x.shape[0]):
        if not train:
            out[n] += branch[n]
        elif u[n] < keep:
            out[n] = x[n] + branch[n] / keep
    return out
