"""Pixel by pixel, with an index for each tap."""

import numpy as np


def value(image, i, j, wrap):
    H, W = image.shape
    if wrap:
        return image[i % H, j % W]
    return image[i, j] if 0 <= i < H and 0 <= j < W else 0.0


def move(image, dy, dx, wrap):
    return np.array([[value(image, i - dy, j - dx, wrap) for j in range(image.shape[1])] for i in range(image.shape[0])])


def conv(image, w, stride, wrap):
    k, r = len(w), len(w) // 2
    out = np.zeros((image.shape[0] // stride, image.shape[1] // stride))
    for i, j in np.ndindex(*out.shape):
        for u in range(k):
            for v in range(k):
                out[i, j] += value(image, i * stride + u - r, j * stride + v - r, wrap) * w[u, v]
    return out


def equivariance_gap(x, w, shift, border="circular", stride=1):
    if border not in {"circular", "zero"}:
        raise ValueError(border)
    wrap = border == "circular"
    dy, dx = shift
    a = conv(move(x, dy, dx, wrap), w, stride, wrap)
    b = move(conv(x, w, stride, wrap), dy // stride, dx // stride, wrap)
    gap = abs(a - b)
    if wrap:
        return gap.max(), gap.max()
    top, left = len(w) // 2 + abs(dy), len(w) // 2 + abs(dx)
    return gap.max(), gap[top:-top, left:-left].max() if top and left else gap.max()
