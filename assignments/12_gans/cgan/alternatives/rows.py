"""Row by row into an empty tensor; embedding for the table; the fakes first."""

import numpy as np
import torch


def cgan_generator_input(z, y, C):
    if len(z) != len(y):
        raise ValueError("y: another length than z")
    n, k = z.shape
    out = torch.zeros(n, k + C, dtype=z.dtype)
    out[:, :k] = z
    for i, label in enumerate(y.tolist()):
        if not 0 <= label < C:
            raise ValueError("y: no such class")
        out[i, k + label] = 1
    return out


def cgan_discriminator_input(x, y, E):
    if len(x) != len(y):
        raise ValueError("y: another length than x")
    if any(not 0 <= label < len(E) for label in y.tolist()):
        raise ValueError("y: no such class")
    if E.shape[1] != x.shape[2] * x.shape[3]:
        raise ValueError("E: rows do not fit")
    planes = torch.nn.functional.embedding(y, E).unflatten(1, (1, x.shape[2], x.shape[3]))
    return torch.cat([x, planes], dim=-3)


def cgan_d_loss(D, x_real, x_fake, y):
    if len(x_fake) != len(x_real):
        raise ValueError("x_fake")
    if len(y) != len(x_real):
        raise ValueError("y")
    if len(x_real) == 0:
        raise ValueError("x_real")
    fake = np.logaddexp(D(x_fake, y), 0).sum()
    real = np.logaddexp(-D(x_real, y), 0).sum()
    return (real + fake) / len(y)
