"""A stand-in for a trained net, simple enough to follow by hand."""

import numpy as np


class AffineModel:
    """Predicts slope[i] * x + offset[i] as the noise in x: a pair of numbers (or arrays) for every index.

    slope and offset have T entries along their first axis, and the rest of them fits to one sample: shape (T, 1) or (T, D) for
    samples x of shape (N, D). `asked` and `seen` keep the indices and the samples it was called with, in order.
    """

    def __init__(self, slope, offset):
        self.slope, self.offset = np.asarray(slope), np.asarray(offset)
        self.asked, self.seen = [], []

    def __call__(self, x, i):
        self.asked.append(np.array(i))
        self.seen.append(np.array(x))
        return self.slope[i] * x + self.offset[i]
