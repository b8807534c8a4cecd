"""Cross-entropy minus entropy, and the JSD by entropies of p, q and the mixture."""

import numpy as np


def check(p, q):
    if np.shape(p) != np.shape(q):
        raise ValueError("q must have the shape of p")
    if np.min(p) < 0 or np.min(q) < 0:
        raise ValueError("p and q must not be negative")


def weighted_log(w, x):
    """w ln x with 0 ln 0 = 0."""
    out = np.zeros_like(w)
    some = w > 0
    with np.errstate(divide="ignore"):
        out[some] = w[some] * np.log(x[some])
    return out


def kl_discrete(p, q):
    check(p, q)
    return float((weighted_log(p, p) - weighted_log(p, q)).sum())


def js_divergence(p, q):
    check(p, q)

    def H(x):
        return -weighted_log(x, x).sum()

    return H((p + q) / 2) - (H(p) + H(q)) / 2
