"""Entries are moved in place and put back; the checker goes through them one by one."""

import numpy as np


def numerical_gradient(f, x, h=1e-5):
    out = np.empty_like(x)
    entries = np.nditer(x, flags=["multi_index"])
    while not entries.finished:
        i = entries.multi_index
        old = float(x[i])
        x[i] = old - h
        lower = float(f(x))
        x[i] = old + h
        out[i] = (float(f(x)) - lower) * 0.5 / h
        x[i] = old
        entries.iternext()
    return out


def gradient_check(f, grad, x, h=1e-5):
    a, n = grad(x), numerical_gradient(f, x, h=h)
    worst, most_a, most_n = 0.0, 0.0, 0.0
    for i in np.ndindex(x.shape):
        worst = max(worst, abs(a[i] - n[i]))
        most_a, most_n = max(most_a, abs(a[i])), max(most_n, abs(n[i]))
    return worst / max(1e-12, most_a + most_n)


def numerical_jacobian(f, x, h=1e-5):
    jacobian = np.zeros((len(f(x)), len(x)))
    for j in range(len(x)):
        old = x[j]
        for sign in (1, -1):
            x[j] = old + sign * h
            jacobian[:, j] += sign * f(x) / (2 * h)
        x[j] = old
    return jacobian
