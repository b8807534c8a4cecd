"""Softmax regression: a linear layer that learns to tell several classes apart."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from reference.foundations.softmax import softmax


def softmax_regression_gd(
    X: Float[np.ndarray, "N D"],
    labels: Int[np.ndarray, "N"],
    W0: Float[np.ndarray, "D C"],
    b0: Float[np.ndarray, "C"],
    lr: float,
    steps: int,
) -> tuple[Float[np.ndarray, "D C"], Float[np.ndarray, "C"], Float[np.ndarray, "steps"]]:
    """Fit class probabilities by softmax(XW + b), with gradient descent on the mean cross-entropy.

        loss(W, b) = - 1/N  sum over n of  ln P[n, labels[n]]        P = softmax(XW + b), row by row

    With Y the one-hot labels, the gradient with respect to XW + b is as simple as in logistic regression; derive it, and
    take it on to W and b. Both gradients belong to the same point. The losses must be finite for logits of a thousand.

    Args:
        X: inputs, shape (N, D).
        labels: classes, integers from 0 to C - 1, shape (N,). Any other value, or another shape, raises ValueError.
        W0, b0: where to start, shapes (D, C) and (C,); left as they are.
        lr: the learning rate.
        steps: number of steps; a negative number raises ValueError.

    Returns:
        W, b, and the losses before each step, an array of shape (steps,).
    """
    classes = len(b0)
    if W0.shape != (*X.shape[1:], classes):
        raise ValueError(f"W0 has shape {W0.shape}, which does not fit X and b0")
    if labels.shape != X.shape[:1]:
        raise ValueError("labels does not have one class for each row of X")
    if np.any(labels < 0) or np.any(labels >= classes):
        raise ValueError(f"labels are not all in 0 ... {classes - 1}")
    if len(X) == 0:
        raise ValueError("X has no rows")
    if steps < 0:
        raise ValueError("steps is negative")
    Y = np.eye(classes)[labels]
    W, b, losses = W0, b0, np.zeros(steps)
    for step in range(steps):
        Z = X @ W + b
        losses[step] = np.mean(np.logaddexp.reduce(Z, axis=1) - (Z * Y).sum(axis=1))
        slope = (softmax(Z, axis=1) - Y) / len(X)
        W, b = W - lr * X.T @ slope, b - lr * slope.sum(axis=0)
    return W, b, losses
