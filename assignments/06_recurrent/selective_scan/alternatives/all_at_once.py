"""Without a loop over time: what is left of step s at step t is the exponential of a sum of step lengths."""

import numpy as np


def selective_scan(x, dt, a, b, c):
    passed = np.cumsum(dt, axis=0)  # (T, m)
    between = passed[:, None] - passed[None]  # from s to t: (T, T, m)
    earlier = np.tril(np.ones((len(x), len(x)), dtype=bool))[:, :, None, None]
    left = np.where(earlier, np.exp(np.where(earlier, between[..., None] * a, 0)), 0)
    return np.einsum("tsmn,sm,sn,tn->tm", left, dt * x, b, c)
