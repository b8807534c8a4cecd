"""Column vectors and diagonal matrices; convolution as a sum over the past; the bilinear rule by solving."""

import numpy as np


def ssm_discretize(a, b, dt, method="zoh"):
    if method == "zoh":
        factor = np.array([dt if rate == 0 else np.expm1(rate * dt) / rate for rate in a])
        return np.exp(dt * a), np.diag(factor) @ b
    left = np.eye(len(a)) - np.diag(a) * dt / 2
    return np.diag(np.linalg.solve(left, np.eye(len(a)) + np.diag(a) * dt / 2)), dt * np.linalg.solve(left, b)


def ssm_scan(x, abar, bbar, c, d):
    a, y = np.diag(abar), np.zeros((len(x), len(c)))
    h = np.zeros((len(abar), 1))
    for t in range(len(x)):
        column = x[t].reshape(-1, 1)
        h = a @ h + bbar @ column
        y[t] = (c @ h + d @ column)[:, 0]
    return y


def ssm_kernel(abar, bbar, c, length):
    found, decayed = [], bbar.copy()
    for _ in range(length):
        found.append(float(c @ decayed))
        decayed = abar * decayed
    return np.array(found)


def ssm_convolution(x, abar, bbar, c, d):
    kernel = ssm_kernel(abar, bbar, c, len(x))
    kernel[0] += d
    return np.array([sum(kernel[k] * x[t - k] for k in range(t + 1)) for t in range(len(x))])
