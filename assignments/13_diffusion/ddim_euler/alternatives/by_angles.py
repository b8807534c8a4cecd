"""Share of the data and share of the noise are the squares of a cosine and a sine."""

import numpy as np


def to_noise_level(x, ab):
    angle = np.arccos(np.sqrt(ab))
    return x / np.cos(angle), np.tan(angle)


def from_noise_level(xbar, sigma):
    return np.cos(np.arctan(sigma)) * xbar


def ddim_euler_step(xbar, sigma, sigma_prev, eps):
    out = np.array(xbar)
    out -= (sigma - sigma_prev) * eps
    return out
