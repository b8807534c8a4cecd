"""Window by window and pixel by pixel."""

import numpy as np


def depthwise_conv2d_forward(x, w, b, stride=1, pad=0):
    kh, kw = w.shape[1:]
    xp = np.pad(x, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    H, W = (xp.shape[2] - kh) // stride + 1, (xp.shape[3] - kw) // stride + 1
    out = np.zeros((len(x), len(w), H, W))
    for i in range(H):
        for j in range(W):
            window = xp[:, :, i * stride : i * stride + kh, j * stride : j * stride + kw]
            out[:, :, i, j] = (window * w).sum(axis=(2, 3)) + b
    return out, (xp, w, stride, pad)


def depthwise_conv2d_backward(dout, cache):
    xp, w, stride, pad = cache
    kh, kw = w.shape[1:]
    dxp, dw = np.zeros(xp.shape), np.zeros(w.shape)
    for i in range(dout.shape[2]):
        for j in range(dout.shape[3]):
            g = dout[:, :, i, j][:, :, None, None]
            place = np.s_[:, :, i * stride : i * stride + kh, j * stride : j * stride + kw]
            dxp[place] += g * w
            dw += (g * xp[place]).sum(axis=0)
    return dxp[:, :, pad : xp.shape[2] - pad, pad : xp.shape[3] - pad], dw, dout.sum(axis=(0, 2, 3))


def pointwise_conv_forward(x, w, b):
    out = np.empty((len(x), len(w), *x.shape[2:]))
    for i in range(x.shape[2]):
        for j in range(x.shape[3]):
            out[:, :, i, j] = x[:, :, i, j] @ w.T + b
    return out, x


def depthwise_separable_conv(x, w_dw, w_pw, b, stride=1, pad=0):
    each, _ = depthwise_conv2d_forward(x, w_dw, np.zeros(len(w_dw)), stride=stride, pad=pad)
    return pointwise_conv_forward(each, w_pw, b)[0]
