"""Layer normalisation: each sample by its own mean and variance, whatever else is in the batch."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Vectors = Float[np.ndarray, "*lead D"]
PerFeature = Float[np.ndarray, "D"]


def layernorm_forward(x: Vectors, gamma: PerFeature, beta: PerFeature, eps: float = 1e-5) -> tuple[Vectors, tuple]:
    """Normalise each vector of D features by its own statistics, then scale and shift the features.

        mu    = mean of x over the last axis
        var   = mean of (x - mu)^2 over the last axis       (biased: divided by D)
        x_hat = (x - mu) / sqrt(var + eps)
        out   = gamma * x_hat + beta

    Args:
        x: vectors of D features under any number of leading axes, shape (..., D): a batch (N, D),
            sentences (N, T, D), or one vector (D,).
        gamma, beta: scale and shift of each feature, shape (D,).
        eps: keeps the root away from 0; it stands under the root.

    Returns:
        out of the shape of x, and a cache: whatever your `layernorm_backward` needs. x is left as
        it was.
    """
    mu = x.mean(axis=-1, keepdims=True)
    var = ((x - mu) ** 2).mean(axis=-1, keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = (x - mu) / std
    out = gamma * x_hat + beta
    cache = (x_hat, gamma, std)
    return out, cache


def layernorm_backward(dout: Vectors, cache: tuple) -> tuple[Vectors, PerFeature, PerFeature]:
    """Gradients of the loss with respect to x, gamma and beta of `layernorm_forward`.

    Derive them by hand; automatic differentiation and ready-made layers are not allowed. Two
    questions decide it: over which axis does a nudge of one entry of x spread, and over which axes
    is gamma shared?

    Args:
        dout: gradient of the loss with respect to out, shape (..., D).
        cache: as your `layernorm_forward` returned it.

    Returns:
        dx of shape (..., D), dgamma of shape (D,), dbeta of shape (D,).
    """
    x_hat, gamma, std = cache
    lead = tuple(range(dout.ndim - 1))
    dbeta = dout.sum(axis=lead)
    dgamma = (dout * x_hat).sum(axis=lead)
    g = gamma * dout
    through_mean = g.mean(axis=-1, keepdims=True)
    through_variance = x_hat * (g * x_hat).mean(axis=-1, keepdims=True)
    dx = (g - through_mean - through_variance) / std
    return dx, dgamma, dbeta
