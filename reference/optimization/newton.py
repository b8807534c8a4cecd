"""Newton's method: for roots on a line, and for minima in many dimensions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Vector = Float[np.ndarray, "D"]


def newton_raphson(
    f: Callable[[float], float], df: Callable[[float], float], x0: float, tol: float, max_iter: int
) -> tuple[float, int]:
    """Find a root of f: follow the tangent to where it is 0, again and again.

        x <- x - f(x) / df(x)          as long as |f(x)| > tol, at most max_iter times

    To find an extremum of a function, pass its first and second derivative. Nothing says that it will be a
    minimum.

    Args:
        f, df: a function of one number, and its derivative.
        x0: where to start.
        tol: |f(x)| <= tol ends the search, before the first step as well.
        max_iter: greatest number of steps.

    Returns:
        (x, number of steps made).

    Raises:
        ZeroDivisionError: a step has to be made where df is 0.
    """
    if tol < 0:
        raise ValueError(f"tol is {tol}: it must not be negative")
    if max_iter < 0:
        raise ValueError(f"max_iter is {max_iter}: it must not be negative")
    x, n_iter = x0, 0
    while n_iter < max_iter and abs(f(x)) > tol:
        slope = df(x)
        if slope == 0:
            raise ZeroDivisionError("the tangent is horizontal: df(x) is 0")
        x = x - f(x) / slope
        n_iter += 1
    return x, n_iter


def newton_step(theta: Vector, grad: Vector, hess: Float[np.ndarray, "D D"]) -> Vector:
    """One Newton step: to the stationary point of the quadratic that touches the loss at theta.

        theta - H^(-1) g

    Solve the linear system; the inverse itself is not needed.

    Args:
        theta: parameters, shape (D,).
        grad: gradient at theta, shape (D,).
        hess: matrix of second derivatives at theta, shape (D, D), symmetric and invertible. It may have
            negative eigenvalues: then the step leads to a saddle point or to a maximum.

    Returns:
        The parameters after the step, shape (D,).
    """
    if grad.shape != theta.shape:
        raise ValueError("grad has another shape than theta")
    if hess.shape != (len(theta), len(theta)):
        raise ValueError("hess does not have a row and a column for each parameter")
    try:
        return theta - np.linalg.solve(hess, grad)
    except np.linalg.LinAlgError:
        raise ValueError("hess is not invertible") from None
