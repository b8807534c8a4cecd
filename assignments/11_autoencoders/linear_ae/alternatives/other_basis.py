import numpy as np


def linear_ae_optimum(x, k):
    # Any orthonormal basis of the same subspace does, here the singular vectors with their signs turned.
    n = len(x)
    mean = x.sum(axis=0) / n
    centred = x - np.ones((n, 1)) * mean
    vt = np.linalg.svd(centred)[2]
    w = -vt[:k].T
    xhat = centred @ w @ w.T + mean
    return w, -(mean @ w), w.T, mean, np.mean(np.sum((x - xhat) ** 2, axis=1))
