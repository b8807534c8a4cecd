"""RMS normalisation: layer normalisation without the mean, forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Vectors = Float[np.ndarray, "*lead D"]
PerFeature = Float[np.ndarray, "D"]


def rmsnorm_forward(x: Vectors, gamma: PerFeature, eps: float = 1e-5) -> tuple[Vectors, tuple]:
    """Divide each vector of D features by its root mean square, then scale the features.

        rms   = sqrt(mean of x^2 over the last axis + eps)
        x_hat = x / rms
        out   = gamma * x_hat

    No mean is subtracted, and there is no shift beta.

    Args:
        x: vectors of D features under any number of leading axes, shape (..., D).
        gamma: scale of each feature, shape (D,).
        eps: keeps the root away from 0; it stands under the root.

    Returns:
        out of the shape of x, and a cache: whatever your `rmsnorm_backward` needs.
    """
    rms = np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    x_hat = x / rms
    out = gamma * x_hat
    cache = (x_hat, gamma, rms)
    return out, cache


def rmsnorm_backward(dout: Vectors, cache: tuple) -> tuple[Vectors, PerFeature]:
    """Gradients of the loss with respect to x and gamma of `rmsnorm_forward`.

    Derive them by hand. An entry of x reaches the output along two paths: directly, and through the root
    mean square of its vector.

    Args:
        dout: gradient of the loss with respect to out, shape (..., D).
        cache: as your `rmsnorm_forward` returned it.

    Returns:
        dx of shape (..., D), and dgamma of shape (D,).
    """
    x_hat, gamma, rms = cache
    dgamma = (dout * x_hat).sum(axis=tuple(range(dout.ndim - 1)))
    g = gamma * dout
    through_rms = x_hat * (g * x_hat).mean(axis=-1, keepdims=True)
    dx = (g - through_rms) / rms
    return dx, dgamma
