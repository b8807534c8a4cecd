"""How large signals are on their way through a deep net, forward and back."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def init_variance_profile(
    weights: list[Float[np.ndarray, "D_in D_out"]],
    X: Float[np.ndarray, "N D"],
    act: str,
    dout: Float[np.ndarray, "N D_L"],
) -> tuple[Float[np.ndarray, "L"], Float[np.ndarray, "L"]]:
    """Second moments of the pre-activations and of their gradients, layer by layer.

    The net has no biases: h_0 = X, z_l = h_{l-1} W_l, h_l = act(z_l) for l = 1, ..., L. Its output is z_L: the
    last layer has no activation. With delta_l = dLoss / dz_l:

        fwd[l - 1] = mean of z_l^2 over all examples and units
        bwd[l - 1] = mean of delta_l^2 over all examples and units,      delta_L = dout

    Args:
        weights: W_1, ..., W_L.
        X: inputs, shape (N, D).
        act: "relu", "tanh" or "linear"; anything else raises a ValueError.
        dout: gradient of the loss with respect to z_L.

    Returns:
        (fwd, bwd), both of shape (L,) and both from the first layer to the last.
    """
    if act not in ("relu", "tanh", "linear"):
        raise ValueError(f"act is {act!r}: relu, tanh or linear")
    if not weights:
        raise ValueError("weights is empty")
    h, zs = X, []
    for W in weights:
        if h.shape[1] != len(W):
            raise ValueError("weights holds a matrix that does not fit what comes in")
        z = h @ W
        zs.append(z)
        h = np.maximum(z, 0) if act == "relu" else np.tanh(z) if act == "tanh" else z
    delta, deltas = dout, [dout]
    if dout.shape != z.shape:
        raise ValueError("dout has another shape than z_L")
    for W, z in zip(reversed(weights[1:]), reversed(zs[:-1])):
        slope = z > 0 if act == "relu" else 1 - np.tanh(z) ** 2 if act == "tanh" else 1.0
        delta = (delta @ W.T) * slope
        deltas.append(delta)
    fwd = np.array([np.mean(z**2) for z in zs])
    bwd = np.array([np.mean(delta**2) for delta in reversed(deltas)])
    return fwd, bwd
