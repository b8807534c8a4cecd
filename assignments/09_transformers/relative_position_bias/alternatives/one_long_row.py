"""Every row of the map is a window of one long row."""

import numpy as np


def relative_position_bias(T, S, table, start=0):
    R, rest = divmod(table.shape[1], 2)
    if rest == 0:
        raise ValueError("table: the number of columns is even")
    # distances from start + T - 1 down to start - S + 1
    line = table[:, np.minimum(np.maximum(np.arange(start + T - 1, start - S, -1), -R), R) + R]
    return np.stack([line[:, T - 1 - i : T - 1 - i + S] for i in range(T)], axis=1)
