"""Group normalisation of images: each sample by itself, a few channels at a time. Forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

FeatureMaps = Float[np.ndarray, "N C H W"]
PerChannel = Float[np.ndarray, "C"]


def groupnorm_forward(
    x: FeatureMaps, gamma: PerChannel, beta: PerChannel, groups: int, eps: float = 1e-5
) -> tuple[FeatureMaps, tuple]:
    """Normalise each group of channels of each sample by itself, then scale and shift the channels.

        channels      0 1 2 | 3 4 5         C = 6, groups = 2: neighbours form a group

        mu, var       of each sample and group, over its C/groups channels and all pixels (biased)
        x_hat         (x - mu) / sqrt(var + eps)
        out           gamma_c * x_hat + beta_c

    With groups = 1 all channels of a sample share their statistics, as in layer normalisation; with
    groups = C each channel has its own (instance normalisation).

    Args:
        x: images, shape (N, C, H, W).
        gamma, beta: scale and shift of each channel, shape (C,).
        groups: number of groups.
        eps: keeps the root away from 0; it stands under the root.

    Returns:
        out of shape (N, C, H, W), and a cache: whatever your `groupnorm_backward` needs.

    Raises:
        ValueError: if the number of groups does not divide the number of channels.
    """
    n, c, height, width = x.shape
    if c % groups != 0:
        raise ValueError(f"{c} channels cannot be cut into {groups} equal groups")
    members = x.reshape(n, groups, -1)  # (N, G, C/G * H * W)
    mu = members.mean(axis=2, keepdims=True)
    var = ((members - mu) ** 2).mean(axis=2, keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = ((members - mu) / std).reshape(n, c, height, width)
    out = gamma[:, None, None] * x_hat + beta[:, None, None]
    cache = (x_hat, gamma, std)
    return out, cache


def groupnorm_backward(dout: FeatureMaps, cache: tuple) -> tuple[FeatureMaps, PerChannel, PerChannel]:
    """Gradients of the loss with respect to x, gamma and beta of `groupnorm_forward`.

    Derive them by hand. Two questions decide it: over which numbers does a nudge of one pixel spread,
    and does gamma change among these numbers?

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, H, W).
        cache: as your `groupnorm_forward` returned it.

    Returns:
        dx of shape (N, C, H, W), dgamma of shape (C,), dbeta of shape (C,).
    """
    x_hat, gamma, std = cache
    dbeta = dout.sum(axis=(0, 2, 3))
    dgamma = (dout * x_hat).sum(axis=(0, 2, 3))
    grouped = (*std.shape[:2], -1)
    g = (gamma[:, None, None] * dout).reshape(grouped)
    hat = x_hat.reshape(grouped)
    through_mean = g.mean(axis=2, keepdims=True)
    through_variance = hat * (g * hat).mean(axis=2, keepdims=True)
    dx = ((g - through_mean - through_variance) / std).reshape(dout.shape)
    return dx, dgamma, dbeta
