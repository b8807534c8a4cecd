"""Batch normalisation of a fully connected layer: forward, backward, and the statistics used at test time."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Rows = Float[np.ndarray, "N D"]
Features = Float[np.ndarray, "D"]


def batchnorm_forward(
    x: Rows,
    gamma: Features,
    beta: Features,
    eps: float = 1e-5,
) -> tuple[Rows, tuple]:
    """Normalise each feature over the batch, then scale and shift it.

        mu    = mean of x over the batch
        var   = mean of (x - mu)^2 over the batch           (biased: divided by N)
        x_hat = (x - mu) / sqrt(var + eps)
        out   = gamma * x_hat + beta

    Args:
        x: one sample a row, shape (N, D).
        gamma, beta: scale and shift of each feature, shape (D,).
        eps: keeps the root away from 0; it stands under the root.

    Returns:
        out of shape (N, D), and a cache: whatever your `batchnorm_backward` needs.
    """
    mu = x.mean(axis=0)
    var = ((x - mu) ** 2).mean(axis=0)
    std = np.sqrt(var + eps)
    x_hat = (x - mu) / std
    out = gamma * x_hat + beta
    cache = (x_hat, gamma, std)
    return out, cache


def batchnorm_backward(dout: Rows, cache: tuple) -> tuple[Rows, Features, Features]:
    """Gradients of the loss with respect to x, gamma and beta of `batchnorm_forward`.

    Derive them by hand; automatic differentiation and ready-made layers are not allowed.
    Mind that mu and var depend on every sample of the batch, so x reaches `out` along three paths.

    Args:
        dout: gradient of the loss with respect to out, shape (N, D).
        cache: as your `batchnorm_forward` returned it.

    Returns:
        dx of shape (N, D), dgamma of shape (D,), dbeta of shape (D,).
    """
    x_hat, gamma, std = cache
    dbeta = dout.sum(axis=0)
    dgamma = (dout * x_hat).sum(axis=0)
    through_mean = dout.mean(axis=0)
    through_variance = x_hat * (dout * x_hat).mean(axis=0)
    dx = gamma / std * (dout - through_mean - through_variance)
    return dx, dgamma, dbeta


def batchnorm_running_stats(stats: tuple[Features, Features], x: Rows, momentum: float = 0.1) -> tuple[Features, Features]:
    """Move the running mean and variance towards those of a batch.

        new = (1 - momentum) * old + momentum * (statistic of the batch)

    Args:
        stats: running mean and running variance, each of shape (D,). Training starts from (0, 1).
        x: a batch of shape (N, D); its variance is the biased one (divided by N).
        momentum: weight of the new batch.

    Returns:
        The new (mean, variance). `stats` is left as it was.
    """
    mean, var = stats
    mean = (1 - momentum) * mean + momentum * x.mean(axis=0)
    var = (1 - momentum) * var + momentum * x.var(axis=0)
    return mean, var


def batchnorm_inference(x: Rows, stats: tuple[Features, Features], gamma: Features, beta: Features, eps: float = 1e-5) -> Rows:
    """Batch normalisation at test time: with running statistics in the place of the batch's own.

    A sample's output must not depend on what else is in the batch.

    Args:
        x: shape (N, D).
        stats: running mean and running variance, each of shape (D,).
        gamma, beta, eps: as in `batchnorm_forward`.

    Returns:
        The output of shape (N, D).
    """
    mean, var = stats
    return gamma * (x - mean) / np.sqrt(var + eps) + beta
