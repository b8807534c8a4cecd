"""Derivatives by measuring: gradients and Jacobians from differences, and a gradient checker."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Anything = Float[np.ndarray, "..."]


def numerical_gradient(f: Callable[[Anything], float], x: Anything, h: float = 1e-5) -> Anything:
    """Measure the gradient of f at x, entry by entry, with centred differences.

        g_i = (f(x + h e_i) - f(x - h e_i)) / (2 h)         e_i: 1 at entry i, 0 elsewhere

    Args:
        f: takes an array of the shape of x and returns a number.
        x: the point, a float array with one or more axes, perhaps a view into another array. You
            may change it while you work; when you return, it must be as it was.
        h: half the distance between the two points.

    Returns:
        The gradient, of the shape of x.
    """
    gradient = np.empty(x.shape)
    for index in np.ndindex(x.shape):
        kept = x[index]
        x[index] = kept + h
        above = f(x)
        x[index] = kept - h
        below = f(x)
        x[index] = kept
        gradient[index] = (above - below) / (2 * h)
    return gradient


def gradient_check(
    f: Callable[[Anything], float],
    grad: Callable[[Anything], Anything],
    x: Anything,
    h: float = 1e-5,
) -> float:
    """Measure how far a claimed gradient is from the numerical one, as a single number.

        a = grad(x),   n = the numerical gradient of f at x

        err = max |a - n| / max(1e-12, max |a| + max |n|)

    Every maximum is over all entries. A right gradient gives about 1e-9, a wrong one more than
    1e-3; two zero gradients give 0.

    Args:
        f: takes an array of the shape of x and returns a number.
        grad: takes such an array and returns the claimed gradient of f there, of the same shape.
        x: the point, a float array with one or more axes; when you return, it must be as it was.
        h: as in `numerical_gradient`, which you may call.

    Returns:
        err, a number of at least 0.
    """
    analytic = grad(x)
    numeric = numerical_gradient(f, x, h)
    difference = np.abs(analytic - numeric).max()
    size = np.abs(analytic).max() + np.abs(numeric).max()
    return float(difference / max(size, 1e-12))


def numerical_jacobian(
    f: Callable[[Float[np.ndarray, "n"]], Float[np.ndarray, "m"]],
    x: Float[np.ndarray, "n"],
    h: float = 1e-5,
) -> Float[np.ndarray, "m n"]:
    """Measure the Jacobian of f at x with centred differences.

        J[i, j] = d f_i / d x_j         outputs are rows, inputs are columns

    Args:
        f: takes an array of shape (n,) and returns one of shape (m,).
        x: the point, a float array of shape (n,); when you return, it must be as it was.
        h: half the distance between the two points that are compared.

    Returns:
        The Jacobian, of shape (m, n).
    """
    columns = []
    for j in range(len(x)):
        step = np.zeros(len(x))
        step[j] = h
        columns.append((f(x + step) - f(x - step)) / (2 * h))
    return np.stack(columns, axis=1)
