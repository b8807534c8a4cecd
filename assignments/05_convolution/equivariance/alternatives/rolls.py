"""On a circle a convolution is a sum of rolled images; with zeros it is the same on a larger sheet."""

import numpy as np


def circular(image, w):
    r = len(w) // 2
    return sum(w[u, v] * np.roll(image, (r - u, r - v), (0, 1)) for u in range(len(w)) for v in range(len(w)))


def equivariance_gap(x, w, shift, border="circular", stride=1):
    dy, dx = shift
    if border == "circular":
        left = circular(np.roll(x, (dy, dx), (0, 1)), w)[::stride, ::stride]
        right = np.roll(circular(x, w)[::stride, ::stride], (dy // stride, dx // stride), (0, 1))
        return (float(np.max(np.abs(left - right))),) * 2
    if border != "zero":
        raise ValueError("border is circular or zero")
    h, width = x.shape
    room = len(w) + abs(dy) + abs(dx)

    def sheet(image):
        return np.pad(image, room)

    def cut(image):
        return image[room : room + h, room : room + width]

    def moved(image):
        return cut(np.roll(sheet(image), (dy, dx), (0, 1)))

    def conv(image):
        return cut(circular(sheet(image), w))

    gap = np.abs(conv(moved(x)) - moved(conv(x)))
    i, j = len(w) // 2 + abs(dy), len(w) // 2 + abs(dx)
    return float(gap.max()), float(gap[i : h - i, j : width - j].max())
