import numpy as np


def rnn_forward(x, h0, wx, wh, b):
    """The input's part for all steps in one product, time first."""
    pre = (x @ wx + b).transpose(1, 0, 2)
    h = np.zeros((x.shape[1] + 1, *h0.shape))
    h[0] = h0
    for t, a in enumerate(pre, start=1):
        h[t] = np.tanh(a + h[t - 1] @ wh)
    return h[1:].transpose(1, 0, 2).copy(), {"x": x, "h": h, "wx": wx, "wh": wh}


def rnn_backward(dh, cache):
    """First all da_t, then every other gradient at once."""
    x, h, wh = cache["x"], cache["h"], cache["wh"]
    da = np.zeros((x.shape[1] + 1, *h.shape[1:]))
    for t in range(x.shape[1], 0, -1):
        arrives = dh[:, t - 1] if t == x.shape[1] else dh[:, t - 1] + da[t] @ wh.T
        da[t - 1] = arrives * (1 - h[t] ** 2)
    da = da[:-1]
    dx = np.einsum("tnh,dh->ntd", da, cache["wx"])
    dwx = np.einsum("ntd,tnh->dh", x, da)
    dwh = np.einsum("tng,tnh->gh", h[:-1], da)
    return dx, da[0] @ wh.T, dwx, dwh, da.sum(axis=(0, 1))
