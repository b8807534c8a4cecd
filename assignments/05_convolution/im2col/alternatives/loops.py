"""Window by window."""

import numpy as np


def places(H, W, kh, kw, stride, pad):
    for i in range((H + 2 * pad - kh) // stride + 1):
        for j in range((W + 2 * pad - kw) // stride + 1):
            yield i * stride, j * stride


def im2col(x, kh, kw, stride, pad):
    rows = []
    for picture in x:
        padded = np.pad(picture, ((0, 0), (pad, pad), (pad, pad)))
        for top, left in places(*picture.shape[1:], kh, kw, stride, pad):
            rows.append(padded[:, top : top + kh, left : left + kw].flatten())
    return np.stack(rows)


def col2im(cols, x_shape, kh, kw, stride, pad):
    N, C, H, W = x_shape
    out = np.zeros((N, C, H + 2 * pad, W + 2 * pad))
    rows = iter(cols)
    for n in range(N):
        for top, left in places(H, W, kh, kw, stride, pad):
            out[n, :, top : top + kh, left : left + kw] += next(rows).reshape(C, kh, kw)
    return out[:, :, pad : H + pad, pad : W + pad]
