import math

import numpy as np


def kl_diag_gaussian_standard(mu, logvar):
    out = np.zeros(len(mu))
    for n in range(len(mu)):
        for m, v in zip(mu[n], logvar[n]):
            out[n] += 0.5 * (m * m - 1.0 + math.exp(v) - v)
    return out


def kl_gaussians(mu1, s1, mu2, s2):
    # In the directions in which both covariances are diagonal, d one-dimensional divergences are left.
    root = np.linalg.inv(np.linalg.cholesky(s2))
    ratio, turn = np.linalg.eigh(root @ s1 @ root.T)
    apart = turn.T @ root @ (mu1 - mu2)
    return sum(0.5 * (r - 1 - math.log(r) + a * a) for r, a in zip(ratio, apart))
