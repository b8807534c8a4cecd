"""One-hot by comparison, maps by a product with it; the loss by its usual stable form."""

import numpy as np
import torch


def cgan_generator_input(z, y, C):
    if y.shape[0] != z.shape[0] or (y.numel() and (int(y.min()) < 0 or int(y.max()) > C - 1)):
        raise ValueError("bad y")
    hot = (y.unsqueeze(1) == torch.arange(C)).type_as(z)
    return torch.hstack([z, hot])


def cgan_discriminator_input(x, y, E):
    N, _, H, W = x.shape
    if y.shape[0] != N or (y < 0).any() or (y > E.shape[0] - 1).any():
        raise ValueError("bad y")
    if E.shape[1] != H * W:
        raise ValueError("bad E")
    hot = (y.unsqueeze(1) == torch.arange(E.shape[0])).type_as(E)
    return torch.cat((x, (hot @ E).view(N, 1, H, W)), 1)


def _bce(a, label):
    return (np.maximum(a, 0) - a * label + np.log1p(np.exp(-np.abs(a)))).mean()


def cgan_d_loss(D, x_real, x_fake, y):
    if not len(x_real) == len(x_fake) == len(y):
        raise ValueError("x_real, x_fake and y must have one length")
    if not len(y):
        raise ValueError("x_real is empty")
    return _bce(D(x_real, y), 1.0) + _bce(D(x_fake, y), 0.0)
