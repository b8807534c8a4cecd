"""Results filled in from both ends; slopes from the outputs of the activations."""

import numpy as np


def init_variance_profile(weights, X, act, dout):
    L = len(weights)
    fwd, bwd, hs = np.zeros(L), np.zeros(L), [X]
    for layer in range(L):
        z = hs[-1].dot(weights[layer])
        fwd[layer] = np.square(z).mean()
        if act == "relu":
            hs.append(np.where(z > 0, z, 0.0))
        elif act == "tanh":
            hs.append(np.tanh(z))
        elif act == "linear":
            hs.append(z)
        else:
            raise ValueError("act")
    delta = dout.copy()
    for layer in range(L - 1, -1, -1):
        bwd[layer] = np.square(delta).mean()
        if layer:
            delta = delta.dot(weights[layer].T)
            out = hs[layer]
            delta = {"relu": delta * (out > 0), "tanh": delta * (1 - out * out), "linear": delta}[act]
    return fwd, bwd
