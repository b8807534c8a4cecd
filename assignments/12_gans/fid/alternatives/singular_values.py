"""By factors: the trace of the cross term is the sum of singular values of A1^T A2 with S = A A^T."""

import numpy as np


def factor(S):
    w, V = np.linalg.eigh(S)
    w[w < 0] = 0
    return V @ np.diag(np.sqrt(w))


def matrix_sqrt_psd(S):
    w, V = np.linalg.eigh(S)
    w[w < 0] = 0
    R = np.zeros_like(S)
    for value, vector in zip(w, V.T):
        R += np.sqrt(value) * np.outer(vector, vector)
    return R


def fid_from_stats(mu1, S1, mu2, S2):
    if mu1.shape != mu2.shape:
        raise ValueError("mu2")
    for S in (S1, S2):
        if S.shape != mu1.shape * 2:
            raise ValueError("S1 or S2")
    cross = np.linalg.svd(factor(S1).T @ factor(S2), compute_uv=False).sum()
    return np.linalg.norm(mu1 - mu2) ** 2 + S1.trace() + S2.trace() - 2 * cross


def fid(feat_real, feat_gen):
    n, m = len(feat_real), len(feat_gen)
    if n < 2 or m < 2:
        raise ValueError("feat_real, feat_gen: too few samples")
    if feat_real.shape[1] != feat_gen.shape[1]:
        raise ValueError("feat_gen: other features")
    a = (feat_real - feat_real.mean(0)) / np.sqrt(n - 1)
    b = (feat_gen - feat_gen.mean(0)) / np.sqrt(m - 1)
    return fid_from_stats(feat_real.mean(0), a.T @ a, feat_gen.mean(0), b.T @ b)
