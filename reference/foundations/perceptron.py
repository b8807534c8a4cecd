"""The perceptron's learning rule: move only when you are wrong."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def perceptron_train(
    X: Float[np.ndarray, "N D"],
    y: Float[np.ndarray, "N"],
    w0: Float[np.ndarray, "D"],
    b0: float,
    lr: float,
    max_epochs: int,
) -> tuple[Float[np.ndarray, "D"], float, int]:
    """Train a perceptron, one sample after the other.

    For each sample (x, target), in the order of the rows:

        guess = 1 if x . w + b >= 0, else 0
        w <- w + lr (target - guess) x
        b <- b + lr (target - guess)

    so nothing moves where the guess is right. Every sample sees the weights as the one before left them. One
    pass over all rows is an epoch. Stop after an epoch without a wrong guess, or after `max_epochs` epochs.

    Args:
        X: samples, shape (N, D).
        y: their classes, 0 or 1, shape (N,). Any other entry raises ValueError.
        w0, b0: where to start, shape (D,) and a number; both are left as they are.
        lr: the learning rate, above 0.
        max_epochs: at most so many passes; 0 leaves the start as it is. A negative number raises ValueError, and so does an
            lr that is not above 0.

    Returns:
        The weights (shape (D,)), the bias, and the number of updates that were made (wrong guesses).
    """
    if y.shape != X.shape[:1]:
        raise ValueError("y does not have one class for each row of X")
    if w0.shape != X.shape[1:]:
        raise ValueError("w0 does not have one weight for each column of X")
    if not np.isin(y, (0, 1)).all():
        raise ValueError("y has entries other than 0 and 1")
    if lr <= 0:
        raise ValueError("lr is not above 0")
    if max_epochs < 0:
        raise ValueError("max_epochs is negative")
    w, b = np.array(w0, dtype=float), float(b0)
    updates = 0
    for _ in range(max_epochs):
        wrong = 0
        for x, target in zip(X, y):
            guess = 1.0 if x @ w + b >= 0 else 0.0
            if guess != target:
                w = w + lr * (target - guess) * x
                b = b + lr * (target - guess)
                wrong += 1
        updates += wrong
        if wrong == 0:
            break
    return w, float(b), updates
