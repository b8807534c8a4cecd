"""Views of all windows; the separable convolution as one full convolution with product kernels."""

import numpy as np


def every_window(x, kh, kw, stride, pad):
    xp = np.pad(x, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    return np.lib.stride_tricks.sliding_window_view(xp, (kh, kw), axis=(2, 3))[:, :, ::stride, ::stride]


def depthwise_conv2d_forward(x, w, b, stride=1, pad=0):
    windows = every_window(x, *w.shape[1:], stride, pad)
    out = np.einsum("ncijuv,cuv->ncij", windows, w) + b.reshape(1, -1, 1, 1)
    return out, {"windows": windows, "w": w, "shape": x.shape, "stride": stride, "pad": pad}


def depthwise_conv2d_backward(dout, cache):
    w, stride, pad = cache["w"], cache["stride"], cache["pad"]
    n, c, h, width = cache["shape"]
    dxp = np.zeros((n, c, h + 2 * pad, width + 2 * pad))
    shares = np.einsum("ncij,cuv->ncijuv", dout, w)
    for i, j in np.ndindex(*dout.shape[2:]):
        dxp[:, :, i * stride : i * stride + w.shape[1], j * stride : j * stride + w.shape[2]] += shares[:, :, i, j]
    dw = np.einsum("ncij,ncijuv->cuv", dout, cache["windows"])
    return dxp[:, :, pad : pad + h, pad : pad + width], dw, np.einsum("ncij->c", dout)


def pointwise_conv_forward(x, w, b):
    rows = np.moveaxis(x, 1, -1)
    return np.moveaxis(rows @ w.T + b, -1, 1), (rows, w)


def depthwise_separable_conv(x, w_dw, w_pw, b, stride=1, pad=0):
    kernels = w_pw[:, :, None, None] * w_dw
    windows = every_window(x, *w_dw.shape[1:], stride, pad)
    return np.einsum("ncijuv,fcuv->nfij", windows, kernels) + b[:, None, None]
