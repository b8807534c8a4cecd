import numpy as np


def linear_ae_optimum(x, k):
    mean = np.mean(x, axis=0)
    values, vectors = np.linalg.eigh(np.cov(x, rowvar=False, bias=True))
    w = np.flip(vectors, axis=1)[:, :k]
    return w, -(w.T @ mean), w.T, mean, float(np.flip(values)[k:].sum())
