"""The loss of a variational autoencoder with a Bernoulli decoder: reconstruction and divergence from the prior."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def vae_loss(
    x: Float[np.ndarray, "N D"],
    logits: Float[np.ndarray, "N D"],
    mu: Float[np.ndarray, "N k"],
    logvar: Float[np.ndarray, "N k"],
    beta: float = 1.0,
) -> tuple[float, float, float]:
    """What a (beta-)VAE minimises, and its two parts.

        recon = mean over n of   - sum_d [ x_nd ln p_nd + (1 - x_nd) ln(1 - p_nd) ],   p = 1 / (1 + exp(-logits))
        kl    = mean over n of   KL( N(mu_n, diag(exp(logvar_n))) || N(0, I) )
        total = recon + beta * kl

    SUMS over pixels and over latents, a MEAN over the N samples. With beta = 1, total is minus the evidence lower bound
    (one draw of z per sample, the one that the logits were decoded from). All three are finite for logits of any size.

    Args:
        x: pixels in [0, 1], shape (N, D).
        logits: the decoder's output for each pixel, any real numbers, shape (N, D).
        mu, logvar: the encoder's output: means and logarithms of variances, shape (N, k).
        beta: weight of the divergence.

    Returns:
        (total, recon, kl), three numbers.
    """
    softplus = np.logaddexp(0.0, logits)
    recon = (softplus - x * logits).sum(axis=1).mean()
    kl = 0.5 * (mu**2 + np.exp(logvar) - 1.0 - logvar).sum(axis=1).mean()
    return recon + beta * kl, recon, kl
