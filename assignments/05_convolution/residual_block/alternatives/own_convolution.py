"""With a small convolution of its own, for 3 x 3 kernels only."""

import numpy as np


def same(x, w):
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return np.einsum("ncijuv,fcuv->nfij", windows, w), windows


def turned(w):
    return w[:, :, ::-1, ::-1].swapaxes(0, 1)


def residual_block_forward(x, w1, b1, w2, b2, final_relu=True):
    a, windows1 = same(x, w1)
    a = a + b1[:, None, None]
    f, windows2 = same(np.where(a > 0, a, 0), w2)
    s = x + f + b2[:, None, None]
    store = {"on": a > 0, "windows": (windows1, windows2), "w": (w1, w2), "mask": (s > 0) | (not final_relu)}
    return np.where(store["mask"], s, 0.0), store


def residual_block_backward(dout, cache):
    (windows1, windows2), (w1, w2) = cache["windows"], cache["w"]
    d = np.where(cache["mask"], dout, 0.0)
    inner = same(d, turned(w2))[0] * cache["on"]
    dw2 = np.einsum("nfij,ncijuv->fcuv", d, windows2)
    dw1 = np.einsum("nfij,ncijuv->fcuv", inner, windows1)
    return d + same(inner, turned(w1))[0], dw1, inner.sum((0, 2, 3)), dw2, d.sum((0, 2, 3))
