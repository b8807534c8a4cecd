"""One step of gradient descent for a ReLU network, from the forward pass to the new weights."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Params = list[tuple[Float[np.ndarray, "n_in n_out"], Float[np.ndarray, "n_out"]]]


def mlp_gd_step(
    params: Params,
    x: Float[np.ndarray, "N D"],
    t: Float[np.ndarray, "N M"],
    lr: float,
    out_act: str = "identity",
) -> Params:
    """One step of gradient descent on the squared error of a multilayer perceptron.

    With h_0 = x, the layers are z_l = h_{l-1} @ W_l + b_l, with ReLU on every hidden layer: h_l =
    max(z_l, 0). The output is z_L, or max(z_L, 0) if out_act is "relu". The loss has a half,
    which cancels the 2 of its derivative:

        loss = 1/N * sum over the rows of  1/2 * ||out - t||^2

    First all gradients are computed from the weights as they came in; then every parameter makes
    its step, new = old - lr * gradient. The slope of ReLU at 0 is 0.

    Args:
        params: for each layer the pair (W, b), shapes (n_in, n_out) and (n_out,); left as they are.
        x: inputs, shape (N, D).
        t: targets, shape (N, M).
        lr: learning rate.
        out_act: "identity" or "relu".

    Returns:
        The new parameters, in the form of `params`.
    """
    h, cache = x, []
    for layer, (weight, bias) in enumerate(params, start=1):
        z = h @ weight + bias
        cache.append((h, z))
        h = np.maximum(z, 0.0) if layer < len(params) or out_act == "relu" else z
    delta = (h - t) / len(x)
    if out_act == "relu":
        delta = delta * (z > 0)

    new = []
    for layer in reversed(range(len(params))):
        weight, bias = params[layer]
        h_in, _ = cache[layer]
        new.append((weight - lr * h_in.T @ delta, bias - lr * delta.sum(axis=0)))
        if layer > 0:
            delta = delta @ weight.T * (cache[layer - 1][1] > 0)
    return new[::-1]
