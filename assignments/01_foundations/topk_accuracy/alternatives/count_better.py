"""Counts how many classes are better than the label."""

import numpy as np


def topk_accuracy(scores, labels, k=1):
    c = scores.shape[1]
    if k < 1 or k > c:
        raise ValueError("k")
    if not np.isin(labels, np.arange(c)).all():
        raise ValueError("labels")
    own = np.take_along_axis(scores, labels[:, None], axis=1)
    better = (scores > own) | ((scores == own) & (np.arange(c) < labels[:, None]))
    return np.mean(better.sum(axis=1) < k).item()
