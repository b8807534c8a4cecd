"""Logistic regression: one neuron that learns a probability."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.foundations.activations import sigmoid


def logistic_regression_gd(
    X: Float[np.ndarray, "N D"],
    y: Float[np.ndarray, "N"],
    w0: Float[np.ndarray, "D"],
    b0: float,
    lr: float,
    steps: int,
) -> tuple[Float[np.ndarray, "D"], float, Float[np.ndarray, "steps"]]:
    """Fit the probability of class 1 by sigmoid(Xw + b), with gradient descent on the mean binary cross-entropy.

        loss(w, b) = - 1/N  sum over n of  y_n ln p_n + (1 - y_n) ln(1 - p_n)        p = sigmoid(Xw + b)

    The slope of the sigmoid cancels in the gradient with respect to the sum Xw + b; derive what is left. Both gradients belong
    to the same point. The losses must be finite for sums of a thousand. (A sample is then predicted to be of class 1 if p >=
    1/2.)

    Args:
        X: inputs, shape (N, D).
        y: classes, 0 or 1, shape (N,). Any other entry, or another shape, raises ValueError.
        w0, b0: where to start; left as they are.
        lr: the learning rate.
        steps: number of steps; a negative number raises ValueError.

    Returns:
        w (shape (D,)), b (a float), and the losses before each step, an array of shape (steps,).
    """
    if y.shape != X.shape[:1]:
        raise ValueError("y does not have one class for each row of X")
    if not np.isin(y, (0, 1)).all():
        raise ValueError("y has entries other than 0 and 1")
    if w0.shape != X.shape[1:]:
        raise ValueError("w0 does not have one weight for each column of X")
    if len(X) == 0:
        raise ValueError("X has no rows")
    if steps < 0:
        raise ValueError("steps is negative")
    w, b, losses = w0, b0, np.zeros(steps)
    for step in range(steps):
        z = X @ w + b
        losses[step] = np.mean(np.logaddexp(0.0, z) - y * z)
        slope = sigmoid(z) - y
        w, b = w - lr * X.T @ slope / len(X), b - lr * slope.mean()
    return w, float(b), losses
