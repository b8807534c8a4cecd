"""Masks and assignments into new arrays; tanh by way of the sigmoid."""

import math

import numpy as np


def sigmoid(z):
    out = np.empty_like(z)
    right = z >= 0
    out[right] = 1 / (1 + np.exp(-z[right]))
    power = np.exp(z[~right])
    out[~right] = power / (1 + power)
    return out


def tanh_act(z):
    return 2 * sigmoid(2 * z) - 1


def relu(z, alpha=0.0):
    out = z.copy()
    out[z <= 0] *= alpha
    return out


def elu(z, alpha=1.0):
    out = z.copy()
    out[z < 0] = alpha * np.expm1(z[z < 0])
    return out


def _phi(z):
    return np.array([0.5 * math.erfc(-t / math.sqrt(2)) for t in np.ravel(z)]).reshape(np.shape(z))


def gelu(z):
    return _phi(z) * z


def activation_derivative(z, kind, alpha):
    on = (z > 0).astype(float)
    table = {
        "identity": lambda: z * 0 + 1,
        "sigmoid": lambda: sigmoid(z) * sigmoid(-z),
        "tanh": lambda: (1 - tanh_act(z)) * (1 + tanh_act(z)),
        "arctan": lambda: (1 + z * z) ** -1,
        "relu": lambda: on,
        "leaky": lambda: on + alpha * (1 - on),
        "elu": lambda: np.where(z < 0, alpha * np.exp(-np.abs(z)), 1),
        "gelu": lambda: _phi(z) + z * np.exp(-0.5 * z * z) / (2 * math.pi) ** 0.5,
    }
    if kind not in table:
        raise ValueError("kind must be one of " + ", ".join(table))
    return table[kind]()
