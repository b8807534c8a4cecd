"""Indices from a list; a generator of slices."""

import numpy as np


class ArrayDataset:
    def __init__(self, X, y, transform=None):
        if X.shape[0] != y.shape[0]:
            raise ValueError("lengths")
        self._pairs = (X, y)
        self._numbers = range(len(X))
        self._transform = transform or (lambda x: x)

    def __len__(self):
        return len(self._numbers)

    def __getitem__(self, i):
        i = self._numbers[i]
        X, y = self._pairs
        return self._transform(np.array(X[i])), y[i]


class BatchLoader:
    def __init__(self, dataset, batch_size, shuffle, drop_last, rng):
        if batch_size <= 0:
            raise ValueError(batch_size)
        self.dataset, self.size, self.shuffle, self.drop, self.rng = dataset, batch_size, shuffle, drop_last, rng

    def __len__(self):
        n = len(self.dataset)
        return n // self.size if self.drop else -(-n // self.size)

    def __iter__(self):
        order = list(range(len(self.dataset)))
        if self.shuffle:
            order = self.rng.permutation(len(order)).tolist()
        while order and not (self.drop and len(order) < self.size):
            now, order = order[: self.size], order[self.size :]
            xs, ys = zip(*(self.dataset[i] for i in now))
            yield np.array(xs), np.array(ys)
