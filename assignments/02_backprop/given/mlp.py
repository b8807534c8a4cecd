"""The forward pass of a multilayer perceptron, as built in 01_foundations, and its activation functions."""

from itertools import pairwise

import numpy as np


def relu(z):
    return np.maximum(z, 0.0)


def sigmoid(z):
    return 0.5 * (1 + np.tanh(z / 2))  # the same as 1 / (1 + exp(-z)), and cannot overflow


ACTIVATIONS = {"tanh": np.tanh, "sigmoid": sigmoid, "relu": relu}


def mlp_forward(x, params, act):
    """Linear layers with the activation `act` between them; the output is linear.

    Args:
        x: inputs, shape (N, n_0).
        params: a list of pairs (W, b), shapes (n_in, n_out) and (n_out,).
        act: "tanh", "sigmoid" or "relu".

    Returns:
        out of shape (N, n_L), and the cache: for each layer the pair (what came in, pre-activation).
    """
    cache = []
    for w, b in params:
        pre = x @ w + b
        cache.append((x, pre))
        x = ACTIVATIONS[act](pre)
    return pre, cache


def draw_params(widths, rng, gain=1.0):
    """Weights with variance gain^2 / n_in and zero biases for the layers between these widths."""
    return [(gain * rng.normal(size=(n_in, n_out)) / np.sqrt(n_in), np.zeros(n_out)) for n_in, n_out in pairwise(widths)]
