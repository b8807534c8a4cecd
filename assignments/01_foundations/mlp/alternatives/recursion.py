"""First layer, then the rest; functions by name."""

import numpy as np


def _apply(name, z):
    if name == "identity":
        return z
    if name == "sigmoid":
        return sigmoid(z)
    if name == "tanh":
        return tanh_act(z)
    if name == "relu":
        return relu(z)
    if name == "gelu":
        return gelu(z)
    raise ValueError(f"unknown activation {name}")


def mlp_forward(X, params, act, out_act="identity"):
    _apply(act, np.zeros(1))
    (W, b), *others = params
    z = X @ W + b
    if not others:
        return _apply(out_act, z), [(X, z)]
    _apply(out_act, np.zeros(1))
    out, cache = mlp_forward(_apply(act, z), others, act, out_act)
    return out, [(X, z), *cache]


def mlp_param_count(widths, bias=True):
    if len(widths) < 2 or any(width <= 0 for width in widths):
        raise ValueError("widths")
    total = 0
    for i in range(1, len(widths)):
        total += widths[i - 1] * widths[i]
        if bias:
            total += widths[i]
    return total
