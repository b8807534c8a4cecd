"""Puts all chunks together and asks for least squares."""

import numpy as np


def linear_regression_fit(chunks):
    chunks = list(chunks)
    if not chunks:
        raise ValueError("nothing to fit")
    X = np.concatenate([x for x, _ in chunks])
    Y = np.concatenate([y for _, y in chunks])
    centre, mean = X.mean(axis=0), Y.mean(axis=0)
    W = np.linalg.lstsq(X - centre, Y - mean, rcond=None)[0]
    return W, mean - centre @ W
