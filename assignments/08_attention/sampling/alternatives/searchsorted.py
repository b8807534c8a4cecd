"""Removing the minimum until k are left; np.searchsorted on the cumulative probabilities."""

import numpy as np


def top_k_filter(logits, k):
    out = np.array(logits, dtype=float)
    v = out.shape[-1]
    last_first = out[..., ::-1]  # so that of equal logits the highest id is found, and goes, first
    for _ in range(max(v - k, 0)):
        finite = np.where(np.isneginf(last_first), np.inf, last_first)
        np.put_along_axis(last_first, finite.argmin(-1)[..., None], -np.inf, axis=-1)
    return out


def sample_next_token(logits, u, temperature=1.0, top_k=None):
    if not temperature:
        return np.argmax(logits, axis=1)
    if top_k is not None:
        logits = top_k_filter(logits, top_k)
    z = logits / temperature
    log_p = z - np.logaddexp.reduce(z, axis=1, keepdims=True)
    ends = np.cumsum(np.exp(log_p), axis=1)
    return np.array([np.searchsorted(row, number, side="right") for row, number in zip(ends, u)])
