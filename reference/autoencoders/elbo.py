"""The evidence lower bound from samples: everything sampled, or with the divergence in closed form."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.autoencoders.gaussian_kl import kl_diag_gaussian_standard


def elbo_mc(
    log_px_z: Float[np.ndarray, "S N"], log_pz: Float[np.ndarray, "S N"], log_qz: Float[np.ndarray, "S N"]
) -> Float[np.ndarray, "N"]:
    """Monte Carlo estimate of the lower bound on ln p(x_n), from S codes drawn from q(z | x_n).

        ELBO(x) = E over z ~ q(z | x) of [ ln p(x | z) + ln p(z) - ln q(z | x) ]

    Args:
        log_px_z: ln p(x_n | z_sn), shape (S, N); z_sn is the s-th code drawn for x_n.
        log_pz: ln p(z_sn), shape (S, N).
        log_qz: ln q(z_sn | x_n), shape (S, N).

    Returns:
        The estimate of the bound for each x_n, shape (N,).
    """
    return np.mean(log_px_z + log_pz - log_qz, axis=0)


def elbo_analytic_kl(
    log_px_z: Float[np.ndarray, "S N"], mu: Float[np.ndarray, "N k"], logvar: Float[np.ndarray, "N k"]
) -> Float[np.ndarray, "N"]:
    """The same bound for a Gaussian q and a standard normal prior, where the divergence needs no sampling.

        ELBO(x) = E over z ~ q(z | x) of [ ln p(x | z) ]  -  KL( q(z | x) || N(0, I) )

    The expectation is estimated by the mean over S codes, the divergence is exact (`kl_diag_gaussian_standard`).

    Args:
        log_px_z: ln p(x_n | z_sn) for codes z_sn drawn from q(z | x_n), shape (S, N).
        mu, logvar: q(z | x_n) is normal with mean mu_n and variances exp(logvar_n), each (N, k).

    Returns:
        The estimate of the bound for each x_n, shape (N,).
    """
    return np.mean(log_px_z, axis=0) - kl_diag_gaussian_standard(mu, logvar)
