"""The evidence, its lower bound and the gap between them, where the code is one of C classes and all sums can be done."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def elbo_discrete(prior: Float[np.ndarray, "C"], lik: Float[np.ndarray, "C"], q: Float[np.ndarray, "C"]) -> dict[str, float]:
    """Everything that the lower bound on ln p(x) is made of, for one x and a code z in {0, ..., C-1}.

        log_px   = ln p(x),                     p(x) = sum over z of p(z) p(x | z)
        recon    = E_q[ ln p(x | z) ]
        kl_prior = KL( q || prior )
        elbo     = recon - kl_prior
        gap      = KL( q || posterior ),        posterior p(z | x) = p(z) p(x | z) / p(x)

    with E_q the mean over z with the probabilities q, and KL(a || b) = sum over z of a ln(a / b). A class that q
    leaves out (q = 0) adds nothing to any of these.

    Args:
        prior: p(z), all positive, sums to 1, shape (C,).
        lik: p(x | z) of the one x that was seen, all positive; a density may exceed 1, and these do not sum to 1. Shape (C,).
        q: any distribution over z, entries from 0 to 1 that sum to 1, shape (C,).

    Returns:
        A dict of numbers: "log_px", "elbo", "recon", "kl_prior" and "gap".
    """
    log_joint = np.log(prior) + np.log(lik)  # the product of two small numbers may be too small for a float
    log_px = np.logaddexp.reduce(log_joint)
    log_posterior = log_joint - log_px
    log_q = np.log(np.where(q > 0, q, 1.0))  # where q is 0 it is multiplied by 0: any finite number will do
    recon = np.sum(q * np.log(lik))
    kl_prior = np.sum(q * (log_q - np.log(prior)))
    gap = np.sum(q * (log_q - log_posterior))
    return {"log_px": log_px, "elbo": recon - kl_prior, "recon": recon, "kl_prior": kl_prior, "gap": gap}
