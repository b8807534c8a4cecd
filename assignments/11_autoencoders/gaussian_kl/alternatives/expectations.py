import numpy as np


def kl_diag_gaussian_standard(mu, logvar):
    # minus the entropy of q, minus the mean of ln p under q
    k = mu.shape[-1]
    entropy = 0.5 * (k * np.log(2 * np.pi * np.e) + logvar.sum(-1))
    cross = 0.5 * (k * np.log(2 * np.pi) + (np.square(mu) + np.exp(logvar)).sum(-1))
    return cross - entropy


def kl_gaussians(mu1, s1, mu2, s2):
    l1, l2 = np.linalg.cholesky(s1), np.linalg.cholesky(s2)
    m = np.linalg.solve(l2, l1)
    y = np.linalg.solve(l2, mu1 - mu2)
    log_dets = 2 * np.log(np.diag(l2)).sum() - 2 * np.log(np.diag(l1)).sum()
    return float(0.5 * (log_dets - mu1.size + (m**2).sum() + y @ y))
