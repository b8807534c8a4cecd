"""The Fréchet distance of two sets of features, each taken for a normal distribution."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Vector = Float[np.ndarray, "d"]
Matrix = Float[np.ndarray, "d d"]


def matrix_sqrt_psd(S: Matrix) -> Matrix:
    """The root of a symmetric matrix without negative eigenvalues: R symmetric, without negative eigenvalues, R R = S.

    It turns S into the axes of its eigenvectors, where it is a list of eigenvalues, and takes their roots. Rounding can
    make an eigenvalue of a singular matrix a little negative; it counts as 0 then.

    Args:
        S: symmetric and positive semi-definite, shape (d, d).

    Returns:
        R, shape (d, d).
    """
    if S.ndim != 2 or S.shape[0] != S.shape[1]:
        raise ValueError(f"S has shape {S.shape}: it must be square")
    if not np.all(np.isfinite(S)):
        raise ValueError("S must be finite")
    values, vectors = np.linalg.eigh(S)
    return (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T


def fid_from_stats(mu1: Vector, S1: Matrix, mu2: Vector, S2: Matrix) -> float:
    """The squared Fréchet distance of N(mu1, S1) and N(mu2, S2).

        || mu1 - mu2 ||^2 + tr( S1 + S2 - 2 (S1^(1/2) S2 S1^(1/2))^(1/2) )

    All roots are roots of matrices, not of entries. Singular covariances are allowed.

    Args:
        mu1, mu2: means, shape (d,).
        S1, S2: covariances, symmetric and positive semi-definite, shape (d, d).

    Returns:
        The distance, a number.

    Raises:
        ValueError: if the means do not have one shape, or a covariance does not fit its mean; the message names the
            argument.
    """
    if mu2.shape != mu1.shape:
        raise ValueError(f"mu2 has shape {mu2.shape}, mu1 has shape {mu1.shape}")
    for name, covariance in (("S1", S1), ("S2", S2)):
        if covariance.shape != (mu1.size, mu1.size):
            raise ValueError(f"{name} has shape {covariance.shape} for {mu1.size} features")
    root = matrix_sqrt_psd(S1)
    cross = matrix_sqrt_psd(root @ S2 @ root)
    return np.sum((mu1 - mu2) ** 2) + np.trace(S1) + np.trace(S2) - 2 * np.trace(cross)


def fid(feat_real: Float[np.ndarray, "N d"], feat_gen: Float[np.ndarray, "M d"]) -> float:
    """The Fréchet distance of two sets of features: `fid_from_stats` of their means and covariances.

    Covariances are unbiased: they divide by one less than the number of samples.

    Args:
        feat_real: features of real samples, shape (N, d).
        feat_gen: features of generated samples, shape (M, d).

    Returns:
        The distance, a number.

    Raises:
        ValueError: if a set has fewer than two samples, or the numbers of features differ; the message names the
            argument.
    """
    if feat_gen.shape[1] != feat_real.shape[1]:
        raise ValueError(f"feat_gen has {feat_gen.shape[1]} features, feat_real has {feat_real.shape[1]}")
    stats = []
    for name, features in (("feat_real", feat_real), ("feat_gen", feat_gen)):
        if len(features) < 2:
            raise ValueError(f"{name} has {len(features)} samples: a covariance needs two")
        mean = features.mean(axis=0)
        away = features - mean
        stats += [mean, away.T @ away / (len(features) - 1)]
    return fid_from_stats(*stats)
