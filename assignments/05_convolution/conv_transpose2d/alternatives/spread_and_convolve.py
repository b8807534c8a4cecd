"""Spread the pixels, pad, and slide the turned kernel over them."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def conv_transpose2d_forward(x, w, b, stride=1, pad=0):
    N, C, H, W = x.shape
    kh, kw = w.shape[2:]
    spread = np.zeros((N, C, (H - 1) * stride + 1, (W - 1) * stride + 1))
    spread[:, :, ::stride, ::stride] = x
    spread = np.pad(spread, [(0, 0), (0, 0), (kh - 1, kh - 1), (kw - 1, kw - 1)])
    windows = sliding_window_view(spread, (kh, kw), axis=(2, 3))
    full = np.einsum("ncijuv,cfuv->nfij", windows, w[:, :, ::-1, ::-1])
    inner = full[:, :, pad:-pad, pad:-pad] if pad else full
    return inner + b[None, :, None, None], {"x": x, "w": w, "stride": stride, "pad": pad}


def conv_transpose2d_backward(dout, cache):
    x, w, stride, pad = cache["x"], cache["w"], cache["stride"], cache["pad"]
    padded = np.pad(dout, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    windows = sliding_window_view(padded, w.shape[2:], axis=(2, 3))[:, :, ::stride, ::stride]
    dx = np.einsum("nfijuv,cfuv->ncij", windows, w)
    dw = np.einsum("ncij,nfijuv->cfuv", x, windows)
    return dx, dw, dout.sum(axis=(0, 2, 3))
