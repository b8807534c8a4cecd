import numpy as np


def rnn_cell_forward(x, h_prev, wx, wh, b):
    a = np.array([wx.T @ row + wh.T @ state + b for row, state in zip(x, h_prev)])
    return np.tanh(a), [x, h_prev, wx, wh, a]


def rnn_cell_backward(dh, cache):
    x, h_prev, wx, wh, a = cache
    dx, dh_prev = np.empty_like(x), np.empty_like(h_prev)
    dwx, dwh, db = 0.0, 0.0, 0.0
    for n in range(len(x)):
        da = dh[n] / np.cosh(a[n]) ** 2
        dx[n], dh_prev[n] = wx @ da, wh @ da
        dwx = dwx + np.outer(x[n], da)
        dwh = dwh + np.outer(h_prev[n], da)
        db = db + da
    return dx, dh_prev, dwx, dwh, db
