"""A for loop with a return inside, and the inverse matrix."""

import numpy as np


def newton_raphson(f, df, x0, tol, max_iter):
    x = x0
    for k in range(max_iter):
        value = f(x)
        if abs(value) <= tol:
            return x, k
        slope = df(x)
        if not slope:
            raise ZeroDivisionError
        x -= value / slope
    return x, max_iter


def newton_step(theta, grad, hess):
    return theta - np.linalg.inv(hess) @ grad
