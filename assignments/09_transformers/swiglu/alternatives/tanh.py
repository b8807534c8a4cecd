"""The sigmoid by tanh, einsum, a dict as the cache."""

import numpy as np


def swiglu_forward(x, Wg, Wu, Wd):
    gate, value = x @ Wg, x @ Wu
    sigma = 0.5 * (1 + np.tanh(gate / 2))
    c = dict(x=x, gate=gate, value=value, sigma=sigma, Wg=Wg, Wu=Wu, Wd=Wd)
    return (gate * sigma * value) @ Wd, c


def swiglu_backward(dout, cache):
    c = cache
    dhidden = dout @ c["Wd"].T
    silu = c["gate"] * c["sigma"]
    slope = c["sigma"] + silu * (1 - c["sigma"])
    dgate, dvalue = dhidden * c["value"] * slope, dhidden * silu
    dx = np.einsum("...f,df->...d", dgate, c["Wg"]) + np.einsum("...f,df->...d", dvalue, c["Wu"])
    front = (tuple(range(dout.ndim - 1)),) * 2
    dWg, dWu = (np.tensordot(c["x"], part, axes=front) for part in (dgate, dvalue))
    return dx, dWg, dWu, np.tensordot(silu * c["value"], dout, axes=front)
