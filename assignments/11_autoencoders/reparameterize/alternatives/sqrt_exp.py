"""The noise is scaled in place on a copy, and the backward pass goes by way of sigma."""

import numpy as np


def reparameterize(mu, logvar, eps):
    sigma = np.sqrt(np.exp(logvar))
    z = eps.copy()
    z *= sigma
    z += mu
    return z, (logvar, eps)


def reparameterize_backward(dz, cache):
    logvar, eps = cache
    dsigma = np.einsum("nk,nk->nk", dz, eps)
    return np.array(dz), dsigma * np.exp(logvar / 2) / 2
