"""By recursion over the layers: each knows its own numbers, and asks the next one for the gradient."""

import numpy as np

_ACTIVATIONS = {
    "relu": (lambda z: z * (z > 0), lambda z: (z > 0).astype(float)),
    "tanh": (np.tanh, lambda z: 1 / np.cosh(z) ** 2),
    "linear": (lambda z: z, np.ones_like),
}


def _layers(h, weights, act, dout):
    f, df = act
    z = h @ weights[0]
    if len(weights) == 1:
        return [np.mean(z * z)], [np.mean(dout * dout)], dout
    fwd, bwd, delta = _layers(f(z), weights[1:], act, dout)
    delta = df(z) * np.einsum("nj,ij->ni", delta, weights[1])
    return [np.mean(z * z), *fwd], [np.mean(delta * delta), *bwd], delta


def init_variance_profile(weights, X, act, dout):
    if act not in _ACTIVATIONS:
        raise ValueError(act)
    fwd, bwd, _ = _layers(X, weights, _ACTIVATIONS[act], dout)
    return np.array(fwd), np.array(bwd)
