"""The multilayer perceptron: layer after layer, and the number of its parameters."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from jaxtyping import Float

from reference.foundations.activations import gelu, relu, sigmoid, tanh_act


def mlp_forward(
    X: Float[np.ndarray, "N D"],
    params: list[tuple[np.ndarray, np.ndarray]],
    act: str,
    out_act: str = "identity",
) -> tuple[Float[np.ndarray, "N M"], list[tuple[np.ndarray, np.ndarray]]]:
    """The forward pass of a multilayer perceptron.

        h_0 = X        z_l = h_(l-1) W_l + b_l        h_l = act(z_l)

    with `act` after every layer but the last, which has `out_act`. The functions are called "identity", "sigmoid",
    "tanh", "relu" and "gelu".

    Args:
        X: samples, shape (N, D).
        params: a pair (W, b) for each layer, from the first to the last; at least one, else ValueError is raised.
        act: activation of the hidden layers.
        out_act: activation of the last layer. A name that is not known, for either, raises ValueError.

    Returns:
        out, the last h, and the cache: for each layer the pair (its input h, its z before the activation).
    """
    known = {"identity": lambda z: z, "sigmoid": sigmoid, "tanh": tanh_act, "relu": relu, "gelu": gelu}
    if act not in known or out_act not in known:
        raise ValueError(f"act is {act!r}, out_act is {out_act!r}")
    if not params:
        raise ValueError("params has no layer")
    h, cache = X, []
    for layer, (W, b) in enumerate(params):
        if W.shape[:1] != h.shape[1:]:
            raise ValueError(f"params has a W of shape {W.shape}, and {h.shape[1]} numbers a sample come in")
        if b.shape != W.shape[1:]:
            raise ValueError(f"params has a b of shape {b.shape} with a W of shape {W.shape}")
        z = h @ W + b
        cache.append((h, z))
        h = known[act if layer < len(params) - 1 else out_act](z)
    return h, cache


def mlp_param_count(widths: tuple[int, ...], bias: bool = True) -> int:
    """How many numbers a multilayer perceptron has to learn.

    A layer from n to m units has a weight for each pair, and a bias for each of the m units.

    Args:
        widths: numbers of units from the input to the output, such as (784, 256, 128, 10); at least two, and all at
            least 1, else ValueError is raised.
        bias: whether layers have biases.

    Returns:
        The number of weights and biases, an int.
    """
    if len(widths) < 2:
        raise ValueError("widths has fewer than two entries")
    if min(widths) < 1:
        raise ValueError("widths has an entry below 1")
    return sum(m * (n + bias) for n, m in pairwise(widths))
