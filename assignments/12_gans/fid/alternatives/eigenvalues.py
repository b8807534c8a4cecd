"""Without the outer root: its trace is the sum of the roots of eigenvalues."""

import numpy as np


def matrix_sqrt_psd(S):
    u, s, _ = np.linalg.svd((S + S.T) / 2)
    return np.einsum("ik,k,jk->ij", u, s**0.5, u)


def fid_from_stats(mu1, S1, mu2, S2):
    d = len(mu1)
    if len(mu2) != d:
        raise ValueError("mu1 and mu2 differ in length")
    if S1.shape != (d, d) or S2.shape != (d, d):
        raise ValueError("S1 and S2 must have shape (d, d)")
    half = matrix_sqrt_psd(S1)
    roots = np.sqrt(np.clip(np.linalg.eigvalsh(half @ S2 @ half), 0, None))
    gap = mu1 - mu2
    return float(gap @ gap + np.trace(S1 + S2) - 2 * roots.sum())


def fid(feat_real, feat_gen):
    if feat_real.shape[1] != feat_gen.shape[1]:
        raise ValueError("feat_real and feat_gen differ in features")
    if min(len(feat_real), len(feat_gen)) < 2:
        raise ValueError("feat_real and feat_gen need two samples each")
    (m1, c1), (m2, c2) = ((f.mean(0), np.atleast_2d(np.cov(f, rowvar=False))) for f in (feat_real, feat_gen))
    return fid_from_stats(m1, c1, m2, c2)
