"""The definition as it stands, one window at a time."""

import numpy as np


def conv2d_forward(x, w, b, stride=1, pad=0, dilation=1):
    N, C, H, W = x.shape
    F, _, kh, kw = w.shape
    xp = np.zeros((N, C, H + 2 * pad, W + 2 * pad))
    xp[:, :, pad : pad + H, pad : pad + W] = x
    H1 = (H + 2 * pad - dilation * (kh - 1) - 1) // stride + 1
    W1 = (W + 2 * pad - dilation * (kw - 1) - 1) // stride + 1
    out = np.zeros((N, F, H1, W1))
    for n in range(N):
        for f in range(F):
            for i in range(H1):
                for j in range(W1):
                    total = b[f]
                    for u in range(kh):
                        for v in range(kw):
                            for c in range(C):
                                total += xp[n, c, i * stride + u * dilation, j * stride + v * dilation] * w[f, c, u, v]
                    out[n, f, i, j] = total
    return out, {"xp": xp, "w": w, "settings": (stride, pad, dilation), "size": (H, W)}


def conv2d_backward(dout, cache):
    xp, w = cache["xp"], cache["w"]
    stride, pad, dilation = cache["settings"]
    H, W = cache["size"]
    dxp, dw, db = np.zeros(xp.shape), np.zeros(w.shape), np.zeros(len(w))
    N, F, H1, W1 = dout.shape
    for n in range(N):
        for f in range(F):
            for i in range(H1):
                for j in range(W1):
                    g = dout[n, f, i, j]
                    db[f] += g
                    top, left = i * stride, j * stride
                    below, right = top + dilation * w.shape[2], left + dilation * w.shape[3]
                    dw[f] += g * xp[n, :, top:below:dilation, left:right:dilation]
                    dxp[n, :, top:below:dilation, left:right:dilation] += g * w[f]
    return dxp[:, :, pad : H + pad, pad : W + pad], dw, db
