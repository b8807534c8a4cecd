"""Three loops and a case for each end."""

import numpy as np


def relative_position_bias(T, S, table, start=0):
    heads, columns = table.shape
    if columns % 2 != 1:
        raise ValueError("table must have 2R + 1 columns")
    far = (columns - 1) // 2
    out = np.zeros((heads, T, S))
    for h in range(heads):
        for i in range(T):
            for j in range(S):
                d = i + start - j
                if d > far:
                    d = far
                if d < -far:
                    d = -far
                out[h, i, j] = table[h, far + d]
    return out
