"""Explicit ends; a loader that collects samples until a batch is full."""

import numpy as np


class ArrayDataset:
    def __init__(self, X, y, transform=None):
        self.count = len(y)
        if len(X) != self.count:
            raise ValueError(f"{len(X)} samples and {self.count} labels")
        self.X, self.y, self.f = X.copy(), y.copy(), transform

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        if i < 0:
            i += self.count
        if i < 0 or i >= self.count:
            raise IndexError("no such sample")
        return (self.X[i].copy() if self.f is None else self.f(self.X[i].copy())), self.y[i]


class BatchLoader:
    def __init__(self, dataset, batch_size, shuffle, drop_last, rng):
        if batch_size < 1:
            raise ValueError("batch_size")
        self.__dict__.update(dataset=dataset, batch_size=batch_size, shuffle=shuffle, drop_last=drop_last, rng=rng)

    def __len__(self):
        return int((np.floor if self.drop_last else np.ceil)(len(self.dataset) / self.batch_size))

    def __iter__(self):
        numbers = self.rng.permutation(len(self.dataset)) if self.shuffle else range(len(self.dataset))
        xs, ys = [], []
        for i in numbers:
            x, y = self.dataset[int(i)]
            xs.append(x)
            ys.append(y)
            if len(xs) == self.batch_size:
                yield np.stack(xs), np.array(ys)
                xs, ys = [], []
        if xs and not self.drop_last:
            yield np.stack(xs), np.array(ys)
