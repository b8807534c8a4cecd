"""A remembered value of f, and a step along each eigenvector."""

import numpy as np


def newton_raphson(f, df, x0, tol, max_iter):
    memo = {"x": float(x0), "n": 0}
    value = f(memo["x"])
    while abs(value) > tol and memo["n"] != max_iter:
        memo["x"] -= float(value) / float(df(memo["x"]))
        memo["n"] += 1
        value = f(memo["x"])
    return memo["x"], memo["n"]


def newton_step(theta, grad, hess):
    values, vectors = np.linalg.eigh(hess)
    return theta - vectors @ ((vectors.T @ grad) / values)
