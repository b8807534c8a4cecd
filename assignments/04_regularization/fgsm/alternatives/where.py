"""The three cases of the sign written out, the range by minimum and maximum."""

import numpy as np


def fgsm_attack(x, grad_x, eps, lo, hi):
    step = np.zeros_like(x)
    step[grad_x > 0] = eps
    step[grad_x < 0] = -eps
    return np.minimum(np.maximum(x + step, lo), hi)
