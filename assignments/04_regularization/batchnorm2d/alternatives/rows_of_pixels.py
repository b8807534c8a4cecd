"""Pixels as rows of C features, then plain batch normalisation."""

import numpy as np


def batchnorm2d_forward(x, gamma, beta, eps=1e-5):
    n, c, h, w = x.shape
    rows = np.moveaxis(x, 1, -1).reshape(n * h * w, c)
    x_hat = (rows - rows.mean(0)) / (rows.var(0) + eps) ** 0.5
    out = (x_hat * gamma + beta).reshape(n, h, w, c).transpose(0, 3, 1, 2)
    return out, (x_hat, gamma / np.sqrt(rows.var(0) + eps))


def batchnorm2d_backward(dout, cache):
    x_hat, scale = cache
    n, c, h, w = dout.shape
    rows = np.moveaxis(dout, 1, -1).reshape(-1, c)
    dgamma, dbeta = (rows * x_hat).sum(0), rows.sum(0)
    dx = scale * (rows - (dbeta + x_hat * dgamma) / len(rows))
    return np.moveaxis(dx.reshape(n, h, w, c), -1, 1), dgamma, dbeta
