"""A generator of points; the spectrum in a loop."""

import numpy as np


def _points(grad, theta, lr, steps):
    yield theta
    for _ in range(steps):
        theta = theta - lr * grad(theta)
        yield theta


def gradient_descent(grad, theta0, lr, steps, maximize=False):
    assert_steps = int(steps)
    if assert_steps < 0:
        raise ValueError(f"steps: {steps}")
    return np.array(list(_points(grad, theta0, -lr if maximize else lr, assert_steps)))


def quadratic_gd_iterate(H, theta_star, theta0, lr, t):
    values, vectors = np.linalg.eigh(H)
    result = theta_star.copy()
    good = True
    for value, vector in zip(values, vectors.T):
        factor = 1 - lr * value
        result += factor**t * (vector @ (theta0 - theta_star)) * vector
        good = good and abs(factor) < 1
    return result, good
