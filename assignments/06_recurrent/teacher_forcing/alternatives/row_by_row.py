"""Lists, row by row."""

import numpy as np


def teacher_forcing_io(y, lengths, bos, eos, pad):
    width = y.shape[1] + 1
    inputs, targets, masks = [], [], []
    for row, length in zip(y.tolist(), lengths.tolist()):
        filler = [pad] * (width - length - 1)
        inputs.append([bos, *row[:length], *filler])
        targets.append([*row[:length], eos, *filler])
        masks.append([True] * (length + 1) + [False] * len(filler))
    return np.array(inputs), np.array(targets), np.array(masks)
