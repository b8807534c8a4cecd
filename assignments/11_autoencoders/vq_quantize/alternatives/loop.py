"""One vector at a time, keeping the best code so far."""

import numpy as np


def vq_quantize(z_e, e):
    idx = np.zeros(len(z_e), dtype=np.int32)
    z_q = np.empty_like(z_e)
    for n, vector in enumerate(z_e):
        best = np.inf
        for number, code in enumerate(e):
            distance = np.linalg.norm(vector - code)
            if distance < best:
                best, idx[n], z_q[n] = distance, number, code
    return idx, z_q
