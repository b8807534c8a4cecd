"""Batch normalisation of images: one mean and one variance a channel, taken over samples and pixels."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

FeatureMaps = Float[np.ndarray, "N C H W"]
PerChannel = Float[np.ndarray, "C"]


def batchnorm2d_forward(x: FeatureMaps, gamma: PerChannel, beta: PerChannel, eps: float = 1e-5) -> tuple[FeatureMaps, tuple]:
    """Normalise each channel over the batch and all its pixels, then scale and shift it.

        mu_c  = mean of x[:, c, :, :]
        var_c = mean of (x[:, c, :, :] - mu_c)^2            (biased: divided by N*H*W)
        x_hat = (x - mu_c) / sqrt(var_c + eps)
        out   = gamma_c * x_hat + beta_c

    A channel is one filter's answer at every place, so all places share its statistics and its two
    parameters: the layer has 2C of them, however large the images are.

    Args:
        x: images, shape (N, C, H, W).
        gamma, beta: scale and shift of each channel, shape (C,).
        eps: keeps the root away from 0; it stands under the root.

    Returns:
        out of shape (N, C, H, W), and a cache: whatever your `batchnorm2d_backward` needs.
    """
    mu = x.mean(axis=(0, 2, 3), keepdims=True)
    var = ((x - mu) ** 2).mean(axis=(0, 2, 3), keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = (x - mu) / std
    out = gamma[:, None, None] * x_hat + beta[:, None, None]
    cache = (x_hat, gamma, std)
    return out, cache


def batchnorm2d_backward(dout: FeatureMaps, cache: tuple) -> tuple[FeatureMaps, PerChannel, PerChannel]:
    """Gradients of the loss with respect to x, gamma and beta of `batchnorm2d_forward`.

    Derive them by hand; automatic differentiation and ready-made layers are not allowed.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, H, W).
        cache: as your `batchnorm2d_forward` returned it.

    Returns:
        dx of shape (N, C, H, W), dgamma of shape (C,), dbeta of shape (C,).
    """
    x_hat, gamma, std = cache
    dbeta = dout.sum(axis=(0, 2, 3))
    dgamma = (dout * x_hat).sum(axis=(0, 2, 3))
    through_mean = dout.mean(axis=(0, 2, 3), keepdims=True)
    through_variance = x_hat * (dout * x_hat).mean(axis=(0, 2, 3), keepdims=True)
    dx = gamma[:, None, None] / std * (dout - through_mean - through_variance)
    return dx, dgamma, dbeta
