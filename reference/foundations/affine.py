"""The affine layer: every input to every output, and a bias."""

from __future__ import annotations

import math

import numpy as np
from jaxtyping import Float


def affine_forward(
    X: Float[np.ndarray, "N ..."], W: Float[np.ndarray, "D M"], b: Float[np.ndarray, "M"]
) -> tuple[Float[np.ndarray, "N M"], tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """A layer of M neurons without activation: out = X W + b.

    X may have more than two axes, such as images (N, channels, height, width). Each sample is first laid out as one row of D
    numbers, the last axis running fastest (numpy's usual order); the batch axis stays as it is.

    Args:
        X: N samples, shape (N, ...), with D numbers each. If they are not D numbers, ValueError is raised.
        W: weights, shape (D, M): one column for each neuron.
        b: biases, shape (M,). Another shape raises ValueError.

    Returns:
        out, shape (N, M), and the cache (X, W, b), as they came in: a backward pass will need them, X with its own shape.
    """
    if b.shape != W.shape[1:]:
        raise ValueError(f"b has shape {b.shape}, W has {W.shape[1]} columns")
    numbers = math.prod(X.shape[1:])
    if numbers != len(W):
        raise ValueError(f"X has {numbers} numbers a sample, W has {len(W)} rows")
    rows = X.reshape(len(X), len(W))
    out = rows @ W + b
    cache = (X, W, b)
    return out, cache
