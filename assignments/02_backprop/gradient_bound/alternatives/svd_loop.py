"""Singular values, and one product for each layer."""

import math

import numpy as np


def gradient_bound(weights, kind):
    stretch = [np.linalg.svd(w, compute_uv=False).max() for w in weights]
    if kind == "sigmoid":
        stretch = [s / 4 for s in stretch]
    return np.array([math.prod(stretch[layer:]) for layer in range(len(weights) + 1)], dtype=float)
