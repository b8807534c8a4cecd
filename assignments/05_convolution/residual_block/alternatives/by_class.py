"""A class holds the steps, and the cache is an instance of it."""

import numpy as np


def shifted(x):
    h, w = x.shape[2:]
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    return {(u, v): padded[:, :, u : u + h, v : v + w] for u in range(3) for v in range(3)}


class Convolution:
    def __init__(self, w, b):
        self.w, self.b = w, b

    def __call__(self, x):
        self.pieces = shifted(x)
        total = sum(np.einsum("fc,ncij->nfij", self.w[:, :, u, v], piece) for (u, v), piece in self.pieces.items())
        return total + self.b.reshape(-1, 1, 1)

    def back(self, g):
        dw = np.empty_like(self.w)
        for (u, v), piece in self.pieces.items():
            dw[:, :, u, v] = np.tensordot(g, piece, axes=([0, 2, 3], [0, 2, 3]))
        pieces = shifted(g)
        dx = sum(np.einsum("fc,nfij->ncij", self.w[:, :, 2 - u, 2 - v], piece) for (u, v), piece in pieces.items())
        return dx, dw, g.sum(axis=(0, 2, 3))


class Block:
    def __init__(self, first, second, final):
        self.first, self.second, self.final = first, second, final

    def forward(self, x):
        self.hidden = self.first(x)
        self.total = x + self.second(np.maximum(self.hidden, 0))
        return np.maximum(self.total, 0) if self.final else self.total.copy()

    def backward(self, g):
        g = g * np.where(self.total > 0, 1.0, 0.0) if self.final else g
        inner, dw2, db2 = self.second.back(g)
        dx, dw1, db1 = self.first.back(inner * (self.hidden > 0))
        return g + dx, dw1, db1, dw2, db2


def residual_block_forward(x, w1, b1, w2, b2, final_relu=True):
    block = Block(Convolution(w1, b1), Convolution(w2, b2), final_relu)
    return block.forward(x), block


def residual_block_backward(dout, cache):
    return cache.backward(dout)
