"""The two sums as they stand, with bounds on tau."""

import numpy as np


def signal_convolve(x, w, mode="full", flip=True, dt=1.0):
    n, m = len(x), len(w)
    if mode == "full":
        keep = range(n + m - 1)
    elif mode == "valid":
        if m > n:
            raise ValueError("kernel too long")
        keep = range(m - 1, n)
    elif mode == "same":
        if m % 2 == 0:
            raise ValueError("even kernel")
        keep = range(m // 2, m // 2 + n)
    else:
        raise ValueError(mode)
    out = []
    for place in keep:
        total = 0.0
        if flip:
            for tau in range(n):
                if 0 <= place - tau < m:
                    total += x[tau] * w[place - tau]
        else:
            t = place - (m - 1)
            for tau in range(m):
                if 0 <= t + tau < n:
                    total += x[t + tau] * w[tau]
        out.append(dt * total)
    return np.array(out)
