"""Drawing a latent code so that gradients can pass: the reparameterisation of a Gaussian, and its backward pass."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

LatentRows = Float[np.ndarray, "N k"]


def reparameterize(mu: LatentRows, logvar: LatentRows, eps: LatentRows) -> tuple[LatentRows, tuple]:
    """A draw z from N(mu, diag(sigma^2)), written as a function of mu and sigma and of noise that depends on neither.

        z = mu + sigma * eps,     entry by entry,     logvar = ln sigma^2

    The encoder gives the logarithm of the VARIANCE, because that may be any real number.

    Args:
        mu: means, shape (N, k); left as they are.
        logvar: logarithms of the variances, shape (N, k); left as they are.
        eps: standard normal noise, one number for each sample and latent, shape (N, k). It was drawn for you; draw
            nothing yourself.

    Returns:
        z of shape (N, k), and a cache: whatever your `reparameterize_backward` needs.
    """
    std = np.exp(0.5 * logvar)
    z = mu + std * eps
    cache = (std, eps)
    return z, cache


def reparameterize_backward(dz: LatentRows, cache: tuple) -> tuple[LatentRows, LatentRows]:
    """Gradients of the loss with respect to mu and logvar of `reparameterize`, the noise held fixed.

    Args:
        dz: gradient of the loss with respect to z, shape (N, k); left as it is.
        cache: as your `reparameterize` returned it.

    Returns:
        dmu and dlogvar, both of shape (N, k).
    """
    std, eps = cache
    dmu = dz.copy()
    dlogvar = 0.5 * std * eps * dz
    return dmu, dlogvar
