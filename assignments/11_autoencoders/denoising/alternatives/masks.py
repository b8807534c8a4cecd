"""A mask to multiply by; the loss as a mean of row sums."""

import numpy as np


def corrupt_input(x, kind, level, noise):
    kept = noise >= level
    return {"gauss": x + noise * level, "mask": x * kept}[kind]


def denoising_ae_loss(encode, decode, x, x_tilde):
    code = encode(x_tilde)
    error = x - decode(code)
    return np.einsum("nd,nd->n", error, error).mean()
