"""Entry by entry and sample by sample."""

import numpy as np


def corrupt_input(x, kind, level, noise):
    out = x.copy()
    for n, d in np.ndindex(*x.shape):
        if kind == "gauss":
            out[n, d] += noise[n, d] * level
        elif noise[n, d] < level:
            out[n, d] = 0
    return out


def denoising_ae_loss(encode, decode, x, x_tilde):
    total = 0.0
    for clean, back in zip(x, decode(encode(x_tilde))):
        total += float(np.linalg.norm(clean - back)) ** 2
    return total / len(x)
