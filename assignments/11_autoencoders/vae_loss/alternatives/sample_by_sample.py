"""A loop over samples, with log-probabilities of the right and the wrong colour."""

import numpy as np


def vae_loss(x, logits, mu, logvar, beta=1.0):
    recons, kls = [], []
    for pixels, a, m, v in zip(x, logits, mu, logvar):
        log_on, log_off = -np.logaddexp(0, -a), -np.logaddexp(0, a)
        recons.append(-(pixels @ log_on) - (1 - pixels) @ log_off)
        kls.append(0.5 * (m @ m + np.exp(v).sum() - len(v) - v.sum()))
    recon, kl = sum(recons) / len(recons), sum(kls) / len(kls)
    return [recon + beta * kl, recon, kl]
