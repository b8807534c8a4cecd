"""Least squares by gradient descent: the same answer, step by step."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def linear_regression_gd(
    X: Float[np.ndarray, "N D"],
    y: Float[np.ndarray, "N"],
    w0: Float[np.ndarray, "D"],
    b0: float,
    lr: float,
    steps: int,
) -> tuple[Float[np.ndarray, "D"], float, Float[np.ndarray, "steps"]]:
    """Fit y by Xw + b with gradient descent on the mean squared error.

        loss(w, b) = 1/N  sum over n of  (x_n w + b - y_n)^2

    Each step moves w and b against their gradients, times lr. Both gradients belong to the same point: b does not see the new
    w. Derive them; there is no 1/2 in the loss.

    Args:
        X, y: the data, shapes (N, D) and (N,). A y of another shape raises ValueError: numpy would
            stretch (N, 1) without a word.
        w0, b0: where to start; left as they are.
        lr: the learning rate.
        steps: number of steps; a negative number raises ValueError.

    Returns:
        w (shape (D,)), b (a float), and the losses before each step, an array of shape (steps,).
    """
    if y.shape != X.shape[:1]:
        raise ValueError("y does not have one number for each row of X")
    if w0.shape != X.shape[1:]:
        raise ValueError("w0 does not have one weight for each column of X")
    if len(X) == 0:
        raise ValueError("X has no rows")
    if steps < 0:
        raise ValueError("steps is negative")
    w, b, losses = w0, b0, np.zeros(steps)
    for step in range(steps):
        rest = X @ w + b - y
        losses[step] = np.mean(rest**2)
        dw, db = 2.0 * X.T @ rest / len(X), 2.0 * rest.mean()
        w, b = w - lr * dw, b - lr * db
    return w, float(b), losses
