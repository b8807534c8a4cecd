"""The usual stable form of the cross-entropy, means as one mean of row sums, keyword arguments used by name."""

import numpy as np


def vae_loss(x, logits, mu, logvar, beta=1.0):
    cost = np.maximum(logits, 0) - logits * x + np.log1p(np.exp(-np.abs(logits)))
    per_sample = cost.sum(-1)
    divergence = -0.5 * np.sum(1 + logvar - np.square(mu) - np.exp(logvar), axis=-1)
    parts = {"recon": float(np.mean(per_sample)), "kl": float(np.mean(divergence))}
    return float(np.mean(per_sample + beta * divergence)), parts["recon"], parts["kl"]
