"""The gain instead of the bound, epochs instead of a counter, best_params as a property, None at the start."""

import copy


class EarlyStopping:
    def __init__(self, patience=10, min_delta=0.0001):
        self._settings = (patience, min_delta)
        self._epoch = 0
        self._best = None

    def step(self, val, params):
        patience, min_delta = self._settings
        self._epoch += 1
        if self._best is None or self._best[1] - val > min_delta:
            self._best = (self._epoch, val, copy.deepcopy(params))
        return not self._epoch - self._best[0] < patience

    @property
    def best_params(self):
        return None if self._best is None else self._best[2]
