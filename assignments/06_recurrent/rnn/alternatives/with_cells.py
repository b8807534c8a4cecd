import numpy as np


def _cell(x, h, wx, wh, b):
    h_next = np.tanh(np.einsum("nd,dh->nh", x, wx) + np.einsum("ng,gh->nh", h, wh) + b)
    return h_next, (x, h, wx, wh, h_next)


def _cell_backward(dh, cache):
    x, h, wx, wh, h_next = cache
    da = dh * (1 - h_next) * (1 + h_next)
    return da @ wx.T, da @ wh.T, np.einsum("nd,nh->dh", x, da), np.einsum("ng,nh->gh", h, da), da.sum(0)


def rnn_forward(x, h0, wx, wh, b):
    h = np.empty((*x.shape[:2], wh.shape[1]))
    caches = []
    for t in range(x.shape[1]):
        h[:, t], cache = _cell(x[:, t], h[:, t - 1] if t else h0, wx, wh, b)
        caches.append(cache)
    return h, caches


def rnn_backward(dh, cache):
    through_time = 0
    dxs, totals = [], [0, 0, 0]
    for t in range(len(cache) - 1, -1, -1):
        dx, through_time, *grads = _cell_backward(dh[:, t] + through_time, cache[t])
        dxs.insert(0, dx)
        totals = [total + grad for total, grad in zip(totals, grads)]
    return np.stack(dxs, axis=1), through_time, *totals
