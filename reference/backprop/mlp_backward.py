"""Backpropagation through a whole multilayer perceptron, and the one step that it repeats."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Rows = Float[np.ndarray, "N D"]
Params = list[tuple[Float[np.ndarray, "n_in n_out"], Float[np.ndarray, "n_out"]]]


def hidden_delta(
    delta_next: Float[np.ndarray, "N M"],
    w_next: Float[np.ndarray, "H M"],
    z: Float[np.ndarray, "N H"],
    dphi: Callable[[np.ndarray], np.ndarray],
) -> Float[np.ndarray, "N H"]:
    """One step of backpropagation: from the delta of a layer to the delta of the layer below it.

        h      = phi(z)                     activations of this layer, shape (N, H)
        z_next = h @ w_next + b_next        pre-activations of the next one, shape (N, M)

    A delta is the gradient of the loss with respect to a pre-activation.

    Args:
        delta_next: delta of the next layer, dL/dz_next, shape (N, M).
        w_next: weights between the two, shape (H, M).
        z: pre-activations of this layer, shape (N, H).
        dphi: the derivative of phi, as a function of the pre-activation; works entry by entry on
            arrays.

    Returns:
        dL/dz of shape (N, H).
    """
    dh = delta_next @ w_next.T
    return dh * dphi(z)


def mlp_backward(dout: Rows, cache: list[tuple[Rows, Rows]], params: Params, act: str) -> tuple[Rows, Params]:
    """Gradients of the loss with respect to the input and every parameter of a multilayer perceptron.

    The forward pass was, with h_0 = x and for the layers l = 1, ..., L:

        z_l = h_{l-1} @ W_l + b_l           shape (N, n_l)
        h_l = phi(z_l)                      on hidden layers, l < L
        out = z_L                           the last layer is linear

    `given/mlp.py` has it as `mlp_forward(x, params, act) -> (out, cache)`.

    Args:
        dout: gradient of the loss with respect to out, shape (N, n_L). A mean over the batch, if
            the loss has one, is already in it.
        cache: for each layer, first layer first, the pair (h_{l-1}, z_l).
        params: for each layer the pair (W_l, b_l), shapes (n_{l-1}, n_l) and (n_l,).
        act: phi by name: "tanh", "sigmoid" or "relu" (slope 0 at 0). Pre-activations may be as
            large as 1000 in size, of either sign; the slopes of tanh and sigmoid are 0 there.

    Returns:
        dx of shape (N, n_0), and a list of pairs (dW_l, db_l), first layer first, each of the
        shape of its parameter.
    """
    delta, grads = dout, []
    for layer in reversed(range(len(params))):
        h_in, z = cache[layer]
        if layer < len(params) - 1:
            delta = delta * _slope(z, act)
        weight, _ = params[layer]
        grads.append((h_in.T @ delta, delta.sum(axis=0)))
        delta = delta @ weight.T
    return delta, grads[::-1]


def _slope(z: np.ndarray, act: str) -> np.ndarray:
    if act == "tanh":
        return 1 - np.tanh(z) ** 2
    if act == "sigmoid":
        power = np.exp(-np.abs(z))  # never more than 1, so it cannot overflow
        return power / (1 + power) ** 2
    return z > 0
