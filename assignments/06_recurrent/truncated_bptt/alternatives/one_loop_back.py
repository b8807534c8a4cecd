import numpy as np


def truncated_bptt(x, h0, wx, wh, b, dh, k):
    """All states first, then one loop back in which what is carried is dropped at the borders."""
    steps = x.shape[1]
    states = [h0]
    for t in range(steps):
        states.append(np.tanh(x[:, t] @ wx + states[-1] @ wh + b))
    dwx, dwh, db = 0, 0, 0
    carried = 0
    for t in range(steps - 1, -1, -1):
        da = (dh[:, t] + carried) * (1 - states[t + 1] ** 2)
        dwx, dwh, db = dwx + x[:, t].T @ da, dwh + states[t].T @ da, db + da.sum(axis=0)
        carried = da @ wh.T if t % k else 0
    return dwx, dwh, db
