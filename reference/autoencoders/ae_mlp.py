"""An autoencoder of four layers: down to a code, and up again."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def ae_mlp_forward(
    x: Float[np.ndarray, "N D"], params: dict[str, Float[np.ndarray, "..."]]
) -> tuple[tuple[Float[np.ndarray, "N D"], Float[np.ndarray, "N k"]], dict]:
    """Code and reconstruction of each sample.

        h1   = relu(x @ w1 + b1)          shape (N, h)
        z    = h1 @ w2 + b2               the code, linear, shape (N, k)
        h2   = relu(z @ w3 + b3)          shape (N, h)
        xhat = h2 @ w4 + b4               the reconstruction, linear, shape (N, D)

    The decoder sees the code and nothing else of x.

    Args:
        x: samples, shape (N, D).
        params: arrays by name: w1 (D, h), b1 (h,), w2 (h, k), b2 (k,), w3 (k, h), b3 (h,), w4 (h, D), b4 (D,).

    Returns:
        The pair (xhat, z), and a cache: whatever a backward pass would need. A dict with the names above (h1, z, h2)
        lets the feedback say where an error begins.
    """
    h1 = np.maximum(x @ params["w1"] + params["b1"], 0.0)
    z = h1 @ params["w2"] + params["b2"]
    h2 = np.maximum(z @ params["w3"] + params["b3"], 0.0)
    xhat = h2 @ params["w4"] + params["b4"]
    cache = {"x": x, "h1": h1, "z": z, "h2": h2, "params": params}
    return (xhat, z), cache
