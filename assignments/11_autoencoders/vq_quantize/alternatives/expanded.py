"""The square expanded, so that no (N, K, d) array is needed; the codes picked by one-hot rows."""

import numpy as np


def vq_quantize(z_e, e):
    scores = np.einsum("kd,kd->k", e, e) - 2 * z_e @ e.T
    idx = np.argmin(scores, axis=-1)
    return idx, np.eye(len(e))[idx] @ e
