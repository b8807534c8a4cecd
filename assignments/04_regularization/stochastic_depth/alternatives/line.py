"""The line as np.linspace without its starting point; the mask moved to the first axis by transposing."""

import numpy as np


def stochastic_depth_probs(depth, p_last):
    return np.linspace(1, p_last, depth + 1)[1:]


def drop_path(x, branch, keep, u, train):
    weight = np.where(u < keep, 1 / keep, 0.0) if train else np.ones(len(x))
    return (x.T + branch.T * weight).T
