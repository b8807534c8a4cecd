"""Data sets and transforms that the checks use."""

import numpy as np


class Pairs:
    """A data set: sample i is the array (i, 10 i, 100 i) plus a shift, its label is 3 i + 1."""

    def __init__(self, n, shift=0.0):
        self.n, self.shift = n, shift

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return np.array([1.0, 10.0, 100.0]) * i + self.shift, 3 * i + 1


class Counting:
    """A transform that doubles what it is given, in place, and counts how often it is called."""

    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        x *= 2
        return x
