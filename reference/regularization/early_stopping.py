"""Early stopping: watch the validation loss, keep the best weights, give up after a while."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Params = list[Float[np.ndarray, "..."]]


class EarlyStopping:
    """Decides after each epoch whether training goes on, and keeps the parameters of the best epoch.

    Call `step` once an epoch. The epoch is an improvement if and only if

        val < best - min_delta

    where best is the validation loss of the last improvement (the first epoch always is one). Gains
    that are not greater than min_delta change nothing that is remembered, however many there are.
    Training stops when `patience` epochs in a row were no improvement.

    Attributes:
        best_params: copies of the parameters at the last improvement. Training goes on changing its
            arrays in place; what is kept here must not change with them.
    """

    def __init__(self, patience: int = 10, min_delta: float = 1e-4) -> None:
        """Remember the settings; nothing has been seen yet."""
        self.patience = patience
        self.min_delta = min_delta
        self.best = np.inf
        self.counter = 0
        self.best_params: Params = []

    def step(self, val: float, params: Params) -> bool:
        """Take note of an epoch.

        Args:
            val: validation loss after this epoch; lower is better.
            params: the parameters after this epoch, a list of arrays.

        Returns:
            True if training should stop now, else False.
        """
        if val < self.best - self.min_delta:
            self.best = val
            self.best_params = [theta.copy() for theta in params]
            self.counter = 0
        else:
            self.counter += 1
        return self.counter >= self.patience
