"""One function for a convolution and its gradients, tap by tap; a block multiplies its direct way by 1 or 0."""

import numpy as np


def conv(x, w, b):
    h, width = x.shape[2:]
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    out = np.zeros((len(x), len(w), h, width))
    for u in range(3):
        for v in range(3):
            out += np.einsum("ncij,fc->nfij", padded[:, :, u : u + h, v : v + width], w[:, :, u, v])
    return out + b.reshape(1, -1, 1, 1)


def conv_gradients(g, x, w):
    h, width = x.shape[2:]
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    dpadded, dw = np.zeros(padded.shape), np.zeros(w.shape)
    for u in range(3):
        for v in range(3):
            dw[:, :, u, v] = np.einsum("nfij,ncij->fc", g, padded[:, :, u : u + h, v : v + width])
            dpadded[:, :, u : u + h, v : v + width] += np.einsum("nfij,fc->ncij", g, w[:, :, u, v])
    return dpadded[:, :, 1:-1, 1:-1], dw, g.sum(axis=(0, 2, 3))


def resnet_loss_and_grads(params, X, y, skip=True):
    direct = 1.0 if skip else 0.0
    z = conv(X, *params["stem"])
    x, kept = np.maximum(z, 0), []
    for w1, b1, w2, b2 in params["blocks"]:
        a = conv(x, w1, b1)
        s = direct * x + conv(np.maximum(a, 0), w2, b2)
        kept.append((x, a, s))
        x = np.maximum(s, 0)
    W, c = params["head"]
    pooled = x.mean(axis=(2, 3))
    scores = pooled @ W + c
    top = scores.max(axis=1)
    logsum = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
    loss = float(np.mean(logsum - scores[np.arange(len(y)), y]))
    d = np.exp(scores - logsum[:, None])
    d[np.arange(len(y)), y] -= 1
    d /= len(y)
    g = np.repeat(d @ W.T, x[0, 0].size, axis=1).reshape(x.shape) / x[0, 0].size
    blocks = [None] * len(kept)
    for i in range(len(kept) - 1, -1, -1):
        (w1, _, w2, _), (x, a, s) = params["blocks"][i], kept[i]
        g = g * (s > 0)
        ga, dw2, db2 = conv_gradients(g, np.maximum(a, 0), w2)
        gx, dw1, db1 = conv_gradients(ga * (a > 0), x, w1)
        g = direct * g + gx
        blocks[i] = (dw1, db1, dw2, db2)
    _, dw, db = conv_gradients(g * (z > 0), X, params["stem"][0])
    return loss, {"stem": (dw, db), "blocks": blocks, "head": (pooled.T @ d, d.sum(axis=0))}
