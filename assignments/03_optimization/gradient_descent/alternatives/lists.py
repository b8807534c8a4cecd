"""A list of copies, and powers of a matrix by squaring."""

import numpy as np


def gradient_descent(grad, theta0, lr, steps, maximize=False):
    if steps < 0:
        raise ValueError("steps")
    theta = np.array(theta0, dtype=float)
    path = [theta.copy()]
    for _ in range(int(steps)):
        move = lr * np.asarray(grad(theta.copy()))
        theta += move if maximize else -move
        path.append(theta.copy())
    return np.stack(path)


def quadratic_gd_iterate(H, theta_star, theta0, lr, t):
    M = np.eye(len(H)) - lr * H
    radius = np.max(np.abs(np.linalg.eigvalsh(M)))
    return np.linalg.matrix_power(M, t) @ (theta0 - theta_star) + theta_star, bool(radius < 1)
