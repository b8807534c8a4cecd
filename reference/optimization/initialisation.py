"""Initial weights that keep signals alive: Xavier, Kaiming, orthogonal."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Weight = Float[np.ndarray, "D_in D_out"]


def xavier_init(shape: tuple[int, int], rng: np.random.Generator, dist: str = "uniform", mode: str = "avg") -> Weight:
    """Weights as proposed by Glorot: a compromise between what suits the forward pass and what suits the backward pass.

        mode "avg"       variance 2 / (D_in + D_out)
        mode "fan_in"    variance 1 / D_in

    The mean is 0. A uniform distribution from -a to a has the variance a^2 / 3.

    Args:
        shape: (D_in, D_out).
        rng: the generator to draw from; no other source of randomness.
        dist: "uniform" or "normal"; anything else raises a ValueError.
        mode: "avg" or "fan_in"; anything else raises a ValueError.

    Returns:
        Independent draws of this shape.
    """
    if mode not in ("avg", "fan_in"):
        raise ValueError(f"mode is {mode!r}: avg or fan_in")
    n_in, n_out = _fans(shape)
    variance = 2 / (n_in + n_out) if mode == "avg" else 1 / n_in
    return _draw_weights(shape, variance, rng, dist)


def kaiming_init(shape: tuple[int, int], rng: np.random.Generator, dist: str = "normal", gain2: float = 2.0) -> Weight:
    """Weights as proposed by He: the variance gain2 / D_in, with the mean 0.

    ReLU loses half of the second moment, and gain2 = 2 gives it back.

    Args:
        shape: (D_in, D_out).
        rng: the generator to draw from; no other source of randomness.
        dist: "uniform" or "normal"; anything else raises a ValueError.
        gain2: squared gain of the activation.

    Returns:
        Independent draws of this shape.
    """
    n_in, _ = _fans(shape)
    if gain2 < 0:
        raise ValueError(f"gain2 is {gain2}: it must not be negative")
    return _draw_weights(shape, gain2 / n_in, rng, dist)


def _fans(shape: tuple[int, int]) -> tuple[int, int]:
    if len(shape) != 2 or min(shape) < 1:
        raise ValueError(f"shape is {shape}: two numbers of at least 1")
    return shape


def _draw_weights(shape: tuple[int, int], variance: float, rng: np.random.Generator, dist: str) -> Weight:
    if dist not in ("uniform", "normal"):
        raise ValueError(f"dist is {dist!r}: uniform or normal")
    if dist == "normal":
        return rng.normal(0.0, np.sqrt(variance), size=shape)
    bound = np.sqrt(3 * variance)
    return rng.uniform(-bound, bound, size=shape)


def orthogonal_init(shape: tuple[int, int], rng: np.random.Generator, gain: float = 1.0) -> Weight:
    """A random matrix that neither stretches nor shrinks: gain times orthonormal columns, or rows if it is wide.

    Every such matrix is to be equally likely. The Q of a QR decomposition of a matrix of independent standard
    normal draws is not quite that: the routine chooses its signs, so they are not random. Multiplying column j of
    Q by the sign of the diagonal entry R_jj makes it right.

    Args:
        shape: (D_in, D_out). If D_in >= D_out, W^T W = gain^2 I; if D_in < D_out, W W^T = gain^2 I.
        rng: the generator to draw from; no other source of randomness.
        gain: factor of all singular values.

    Returns:
        The matrix W.
    """
    n_in, n_out = _fans(shape)
    tall = rng.normal(size=(max(n_in, n_out), min(n_in, n_out)))
    q, r = np.linalg.qr(tall)
    q = q * np.sign(np.diag(r))
    return gain * (q if n_in >= n_out else q.T)
