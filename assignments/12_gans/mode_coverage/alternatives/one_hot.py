"""A table of hits, one column a mode."""

import numpy as np


def mode_coverage(samples, centres, radius, min_frac):
    n, k = samples.shape[0], centres.shape[0]
    if n == 0 or k == 0:
        raise ValueError("samples and centres must not be empty")
    if samples.shape[1:] != centres.shape[1:]:
        raise ValueError("samples and centres must have the same coordinates")
    if min(radius, min_frac) < 0:
        raise ValueError("radius and min_frac must not be negative")
    diff = samples[:, np.newaxis] - centres[np.newaxis]
    dist = np.sqrt(np.einsum("nkd,nkd->nk", diff, diff))
    hits = np.zeros((n, k), dtype=int)
    hits[np.arange(n), np.argmin(dist, axis=1)] = 1
    hits[dist > radius] = 0
    counts = hits.sum(axis=0)
    return int((counts >= min_frac * n).sum()), float(hits.any(axis=1).sum() / n), counts
