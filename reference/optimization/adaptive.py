"""A learning rate for every parameter: Adagrad, RMSProp and Adadelta."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Array = Float[np.ndarray, "..."]


def adagrad_step(theta: Array, r: Array, g: Array, lr: float, eps: float = 1e-10) -> tuple[Array, Array]:
    """One step of Adagrad. Squared gradients add up, and each parameter's step is divided by their root.

        r     <- r + g^2
        theta <- theta - lr * g / (sqrt(r) + eps)

    Everything is entry by entry. eps stands outside the root.

    Args:
        theta: parameters, any shape.
        r: sum of squared gradients before the step, of the shape of theta; zeros before the first one.
        g: gradient at theta.

    Returns:
        (theta, r) after the step, as new arrays.
    """
    if not np.shape(theta) == np.shape(r) == np.shape(g):
        raise ValueError("r or g has another shape than theta")
    r = r + g**2
    theta = theta - lr * g / (np.sqrt(r) + eps)
    return theta, r


def rmsprop_step(theta: Array, s: Array, g: Array, lr: float, beta: float = 0.99, eps: float = 1e-8) -> tuple[Array, Array]:
    """One step of RMSProp. In place of the sum, a moving average that forgets old gradients.

        s     <- beta * s + (1 - beta) * g^2
        theta <- theta - lr * g / (sqrt(s) + eps)

    s is a second moment: no mean is subtracted. eps stands outside the root, and the start of the average
    at 0 is not corrected.

    Args:
        theta: parameters, any shape.
        s: moving average before the step, of the shape of theta; zeros before the first one.
        g: gradient at theta.

    Returns:
        (theta, s) after the step, as new arrays.
    """
    if not np.shape(theta) == np.shape(s) == np.shape(g):
        raise ValueError("s or g has another shape than theta")
    if not 0 <= beta < 1:
        raise ValueError(f"beta is {beta}: from 0 to below 1")
    s = beta * s + (1 - beta) * g**2
    theta = theta - lr * g / (np.sqrt(s) + eps)
    return theta, s


def adadelta_step(
    theta: Array, v: Array, u: Array, g: Array, rho: float = 0.9, eps: float = 1e-6
) -> tuple[Array, Array, Array]:
    """One step of Adadelta, which has no learning rate: earlier moves say how long the next one is.

        v     <- rho * v + (1 - rho) * g^2
        move   = sqrt(u + eps) / sqrt(v + eps) * g
        u     <- rho * u + (1 - rho) * move^2
        theta <- theta - move

    The move uses v after its update and u before its update. Here eps stands inside the roots, as published:
    it is what gets the first move going.

    Args:
        theta: parameters, any shape.
        v, u: moving averages of squared gradients and of squared moves before the step, of the shape of
            theta; zeros before the first one.
        g: gradient at theta.

    Returns:
        (theta, v, u) after the step, as new arrays.
    """
    if not np.shape(theta) == np.shape(v) == np.shape(u) == np.shape(g):
        raise ValueError("v, u or g has another shape than theta")
    if not 0 <= rho < 1:
        raise ValueError(f"rho is {rho}: from 0 to below 1")
    v = rho * v + (1 - rho) * g**2
    move = np.sqrt(u + eps) / np.sqrt(v + eps) * g
    u = rho * u + (1 - rho) * move**2
    theta = theta - move
    return theta, v, u
