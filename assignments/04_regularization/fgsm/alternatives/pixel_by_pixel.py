"""A loop over entries in plain Python numbers."""

import numpy as np


def fgsm_attack(x, grad_x, eps, lo, hi):
    flat = []
    for value, slope in zip(x.ravel().tolist(), grad_x.ravel().tolist()):
        moved = value + eps * ((slope > 0) - (slope < 0))
        flat.append(min(max(moved, lo), hi))
    return np.array(flat).reshape(x.shape)
