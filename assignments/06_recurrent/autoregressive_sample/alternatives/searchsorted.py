"""Cumulative scores that are not normalised, searched in."""

import numpy as np


def autoregressive_sample(table, bos, eos, uniforms):
    weights = np.exp(table - table.max(axis=1, keepdims=True))
    totals = weights.cumsum(axis=1)
    sequence = [bos]
    while len(sequence) <= len(uniforms) and (len(sequence) == 1 or sequence[-1] != eos):
        row = totals[sequence[-1]]
        sequence.append(np.searchsorted(row, uniforms[len(sequence) - 1] * row[-1], side="right"))
    return np.array(sequence[1:], dtype=np.int64)
