"""Norms from eigenvalues of W W^T, products by cumulation from the end."""

import numpy as np


def gradient_bound(weights, kind):
    c = 1 / 4 if kind == "sigmoid" else 1
    factors = [c * np.sqrt(np.linalg.eigvalsh(w @ w.T)[-1]) for w in weights]
    return np.append(np.cumprod(factors[::-1])[::-1], 1.0)
