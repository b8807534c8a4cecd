"""einsum, heaviside and tanh."""

import numpy as np


def neuron_forward(X, w, b, kind):
    s = np.einsum("nd,d->n", X, w)
    s += b
    if kind == "step":
        return np.heaviside(s, 1.0)
    if kind == "relu":
        return s * (s > 0)
    if kind == "logistic":
        return 0.5 * (1 + np.tanh(s / 2))
    if kind != "linear":
        raise ValueError
    return s
