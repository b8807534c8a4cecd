"""Five activation functions and their slopes, safe for inputs of any size."""

from __future__ import annotations

import math

import numpy as np
from jaxtyping import Float


def _normal_cdf(z: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    return 0.5 * (1.0 + np.vectorize(math.erf, otypes=[float])(z / math.sqrt(2.0)))


def sigmoid(z: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    """1 / (1 + e^(-z)), entry by entry.

    No exponential may overflow on the way, for |z| up to 10000: numpy's "overflow encountered in exp" is a sign that
    something went to infinity, even where the result happens to be right. An exponential of a number that is not positive is
    always safe, so write the function in a way that needs no other.

    Args:
        z: array of any shape; left as it is (this holds for all functions of this course).

    Returns:
        Values from 0 to 1, of the shape of z.
    """
    decay = np.exp(-np.abs(z))
    return np.where(z >= 0, 1.0, decay) / (1.0 + decay)


def tanh_act(z: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    """(e^z - e^(-z)) / (e^z + e^(-z)), entry by entry, made of exponentials: a ready-made tanh is not allowed.

    Finite for every z, and without overflow, as in `sigmoid`.

    Args:
        z: array of any shape.

    Returns:
        Values from -1 to 1, of the shape of z.
    """
    fade = np.exp(-2.0 * np.abs(z))
    return np.sign(z) * (1.0 - fade) / (1.0 + fade)


def relu(z: Float[np.ndarray, "..."], alpha: float = 0.0) -> Float[np.ndarray, "..."]:
    """z where z > 0, alpha z elsewhere: ReLU for alpha = 0, leaky ReLU for a small alpha.

    alpha may be any number. Above 1 or below 0 it makes an unusual function, but the two branches stay what they are.

    Args:
        z: array of any shape.
        alpha: slope of the branch on the left.

    Returns:
        Values of the shape of z.
    """
    return np.where(z > 0, z, alpha * z)


def elu(z: Float[np.ndarray, "..."], alpha: float = 1.0) -> Float[np.ndarray, "..."]:
    """z where z >= 0, alpha (e^z - 1) elsewhere.

    No overflow, in the branch that is not used either: `np.where` computes both.

    Args:
        z: array of any shape.
        alpha: minus the limit on the left.

    Returns:
        Values of the shape of z.
    """
    return np.where(z >= 0, z, alpha * (np.exp(np.minimum(z, 0.0)) - 1.0))


def gelu(z: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    """z times the probability that a standard normal number is below z, entry by entry.

        gelu(z) = z Phi(z)        Phi(z) = (1 + erf(z / sqrt(2))) / 2

    Exact: the approximations by tanh or by a sigmoid are not close enough. `math.erf` takes one number; `np.vectorize` makes a
    function of arrays out of it.

    Args:
        z: array of any shape.

    Returns:
        Values of the shape of z.
    """
    return z * _normal_cdf(z)


def activation_derivative(z: Float[np.ndarray, "..."], kind: str, alpha: float) -> Float[np.ndarray, "..."]:
    """The slope of an activation function at z, entry by entry.

    The kinds are "identity" (the function z itself), "sigmoid", "tanh", "arctan", "relu", "leaky" (`relu` with alpha), "elu"
    and "gelu". Derive them; for "gelu" you need the density of the standard normal distribution, e^(-z^2 / 2) / sqrt(2 pi).

    z is the input of the activation, not its output. Where a function has a kink at 0, the slope there is by convention

        "relu": 0         "leaky": alpha         "elu": 1

    Args:
        z: array of any shape.
        kind: one of the eight names; anything else raises ValueError.
        alpha: as in `relu` for "leaky" and as in `elu` for "elu"; the others do not use it.

    Returns:
        Slopes of the shape of z.
    """
    if kind == "identity":
        return np.ones_like(z)
    if kind == "sigmoid":
        return sigmoid(z) * (1.0 - sigmoid(z))
    if kind == "tanh":
        return 1.0 - tanh_act(z) ** 2
    if kind == "arctan":
        return 1.0 / (1.0 + z**2)
    if kind == "relu":
        return np.where(z > 0, 1.0, 0.0)
    if kind == "leaky":
        return np.where(z > 0, 1.0, alpha)
    if kind == "elu":
        return np.where(z >= 0, 1.0, alpha * np.exp(np.minimum(z, 0.0)))
    if kind == "gelu":
        return _normal_cdf(z) + z * np.exp(-(z**2) / 2.0) / math.sqrt(2.0 * math.pi)
    raise ValueError(f"kind is {kind!r}")
