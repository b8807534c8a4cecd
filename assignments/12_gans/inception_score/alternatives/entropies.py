"""Cross-entropy with the marginal minus the entropy of each row."""

import numpy as np


def _xlogy(x, y):
    out = np.zeros(np.broadcast(x, y).shape)
    use = np.broadcast_to(x, out.shape) > 0
    with np.errstate(divide="ignore"):
        out[use] = np.broadcast_to(x, out.shape)[use] * np.log(np.broadcast_to(y, out.shape)[use])
    return out


def inception_score(probs, marginal=None):
    n, c = probs.shape
    if n == 0:
        raise ValueError("probs is empty")
    m = probs.sum(0) / n if marginal is None else marginal
    if m.shape != (c,):
        raise ValueError("marginal must have shape (C,)")
    if min(probs.min(), m.min()) < 0:
        raise ValueError("probs and marginal must not be negative")
    mean_entropy = -_xlogy(probs, probs).sum() / n
    cross = -_xlogy(probs.mean(0), m).sum()
    return float(np.exp(cross - mean_entropy))
