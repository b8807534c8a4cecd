"""Sample by sample."""

import math

import numpy as np


def mode_coverage(samples, centres, radius, min_frac):
    if not len(samples):
        raise ValueError("samples")
    if not len(centres) or len(centres[0]) != len(samples[0]):
        raise ValueError("centres")
    if radius < 0:
        raise ValueError("radius")
    if min_frac < 0:
        raise ValueError("min_frac")
    counts = np.zeros(len(centres), dtype=int)
    for x in samples:
        best, where = math.inf, None
        for k, c in enumerate(centres):
            away = math.dist(x, c)
            if away < best:
                best, where = away, k
        if best <= radius:
            counts[where] += 1
    covered = [k for k in range(len(centres)) if counts[k] >= min_frac * len(samples)]
    return len(covered), counts.sum() / len(samples), counts
