"""Parameters in flat lists; layers as closures that remember what the backward pass needs."""

import numpy as np


def batchnorm2d_forward(x, gamma, beta, eps=1e-5):
    mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3))
    inverse = 1 / np.sqrt(var + eps)
    hat = (x - mean[:, None, None]) * inverse[:, None, None]
    return hat * gamma[:, None, None] + beta[:, None, None], (hat, gamma, inverse)


def batchnorm2d_backward(dout, cache):
    hat, gamma, inverse = cache
    m = dout[:, 0].size
    dbeta, dgamma = dout.sum((0, 2, 3)), (dout * hat).sum((0, 2, 3))
    dx = (gamma * inverse / m)[:, None, None] * (m * dout - dbeta[:, None, None] - hat * dgamma[:, None, None])
    return dx, dgamma, dbeta


def convolve(x, w, stride):
    xp = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    view = np.lib.stride_tricks.sliding_window_view(xp, (3, 3), axis=(2, 3))[:, :, ::stride, ::stride]
    n, c, h, width = view.shape[:4]
    windows = view.transpose(0, 2, 3, 1, 4, 5).reshape(n * h * width, c * 9)
    out = (windows @ w.reshape(len(w), -1).T).reshape(n, h, width, len(w)).transpose(0, 3, 1, 2)

    def back(g):
        rows = g.transpose(0, 2, 3, 1).reshape(-1, len(w))
        dw = (rows.T @ windows).reshape(w.shape)
        dwin = (rows @ w.reshape(len(w), -1)).reshape(n, h, width, c, 3, 3)
        dxp = np.zeros_like(xp)
        for u in range(3):
            for v in range(3):
                dxp[:, :, u : u + stride * h : stride, v : v + stride * width : stride] += dwin[..., u, v].transpose(0, 3, 1, 2)
        return dxp[:, :, 1:-1, 1:-1], dw

    return out, back


def unit(x, w, gamma, beta, stride=1):
    z, conv_back = convolve(x, w, stride)
    out, cache = batchnorm2d_forward(z, gamma, beta)

    def back(g):
        dz, dgamma, dbeta = batchnorm2d_backward(g, cache)
        dx, dw = conv_back(dz)
        return dx, (dw, dgamma, dbeta)

    return out, back


def bn_resnet_loss_and_grads(params, X, y, skip=True):
    n = len(X)
    z, stem_back = unit(X, *params["stem"], stride=2)
    h, tape = z * (z > 0), []
    for block in params["blocks"]:
        a, back_a = unit(h, *block[:3])
        f, back_f = unit(a * (a > 0), *block[3:])
        s = f + h if skip else f
        tape.append((a, s, back_a, back_f))
        h = s * (s > 0)
    W, c = params["head"]
    pooled = h.mean((2, 3))
    scores = pooled @ W + c
    scores = scores - scores.max(1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(1, keepdims=True))
    d = (np.exp(logs) - np.eye(len(c))[y]) / n
    g = np.ones(h.shape) * (d @ W.T / h[0, 0].size)[:, :, None, None]
    blocks = []
    for a, s, back_a, back_f in tape[::-1]:
        g = g * (s > 0)
        ga, second = back_f(g)
        gx, first = back_a(ga * (a > 0))
        g = gx + g if skip else gx
        blocks.insert(0, first + second)
    _, stem = stem_back(g * (z > 0))
    return -logs[np.arange(n), y].mean(), {"stem": stem, "blocks": blocks, "head": (pooled.T @ d, d.sum(0))}


def arrays(net):
    return [*net["stem"], *(a for block in net["blocks"] for a in block), *net["head"]]


def like(net, flat):
    flat = list(flat)
    s, k = len(net["stem"]), [len(block) for block in net["blocks"]]
    blocks, at = [], s
    for size in k:
        blocks.append(tuple(flat[at : at + size]))
        at += size
    return {"stem": tuple(flat[:s]), "blocks": blocks, "head": tuple(flat[at:])}


def momentum_step(params, grads, velocity, lr, momentum):
    v = [momentum * old + g for old, g in zip(arrays(velocity), arrays(grads))]
    p = [old - lr * step for old, step in zip(arrays(params), v)]
    return like(params, p), like(params, v)


def train_bn_resnet(data, seed, skip=True, blocks=8, steps=150, width=8):
    draws = np.random.default_rng([seed, 1])
    images, labels = np.asarray(data["x_train"]) / 16.0, np.asarray(data["y_train"])

    def layer(c):
        return [draws.standard_normal((width, c, 3, 3)) * (2 / 9 / c) ** 0.5, np.ones(width), np.zeros(width)]

    net = {"stem": tuple(layer(1)), "blocks": [tuple(layer(width) + layer(width)) for _ in range(blocks)]}
    net["head"] = (draws.standard_normal((width, 10)) / width**0.5, np.zeros(10))
    speed = like(net, [0 * a for a in arrays(net)])
    history = []
    for _ in range(steps):
        chosen = draws.choice(len(labels), size=min(64, len(labels)), replace=False)
        loss, slopes = bn_resnet_loss_and_grads(net, images[chosen], labels[chosen], skip)
        net, speed = momentum_step(net, slopes, speed, lr=0.1, momentum=0.9)
        history.append(float(loss))
    return {"params": net, "history": {"loss": history}}
