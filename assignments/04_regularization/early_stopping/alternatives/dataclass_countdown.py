"""A dataclass that counts patience down and keeps a tuple of fresh arrays."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class EarlyStopping:
    patience: int = 10
    min_delta: float = 1e-4
    best: float = float("inf")
    best_params: tuple = ()
    left: int = field(init=False)

    def __post_init__(self):
        self.left = self.patience

    def step(self, val, params):
        improved = np.less(val + self.min_delta, self.best)
        if improved:
            self.best, self.left = val, self.patience
            self.best_params = tuple(np.array(p) for p in params)
            return np.False_
        self.left -= 1
        return self.left <= 0
