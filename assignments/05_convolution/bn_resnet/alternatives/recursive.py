"""Helpers of the assignment, a map over nested containers, and blocks that are worked through by recursion."""

import numpy as np


def batchnorm2d_forward(x, gamma, beta, eps=1e-5):
    C = x.shape[1]
    rows = np.moveaxis(x, 1, -1).reshape(-1, C)
    centred = rows - rows.mean(0)
    std = np.sqrt((centred**2).mean(0) + eps)
    normal = centred / std
    out = np.moveaxis((gamma * normal + beta).reshape(len(x), *x.shape[2:], C), -1, 1)
    return out, {"normal": normal, "gamma": gamma, "std": std}


def batchnorm2d_backward(dout, cache):
    normal, gamma, std = cache["normal"], cache["gamma"], cache["std"]
    g = np.moveaxis(dout, 1, -1).reshape(normal.shape)
    dnormal = g * gamma
    dx = (dnormal - dnormal.mean(0) - normal * (dnormal * normal).mean(0)) / std
    dx = np.moveaxis(dx.reshape(len(dout), *dout.shape[2:], len(gamma)), -1, 1)
    return dx, (g * normal).sum(0), g.sum(0)


def forward(x, w, gamma, beta, stride):
    z, kept = conv2d_im2col_forward(x, w, np.zeros(w.shape[0]), stride=stride, pad=1)
    out, norm = batchnorm2d_forward(z, gamma, beta)
    return out, kept, norm


def backward(g, kept, norm):
    g, dgamma, dbeta = batchnorm2d_backward(g, norm)
    dx, dw, _ = conv2d_im2col_backward(g, kept)
    return dx, (dw, dgamma, dbeta)


def through(blocks, h, skip, finish):
    """The rest of the net from here: its loss, the gradient that comes back, and the gradients of the blocks."""
    if not blocks:
        loss, g, head = finish(h)
        return loss, g, [], head
    (w1, g1, b1, w2, g2, b2), *rest = blocks
    a, *kept_a = forward(h, w1, g1, b1, 1)
    f, *kept_f = forward(np.maximum(a, 0), w2, g2, b2, 1)
    total = f + (h if skip else 0)
    loss, g, done, head = through(rest, np.maximum(total, 0), skip, finish)
    g = np.where(total > 0, g, 0)
    ga, second = backward(g, *kept_f)
    gx, first = backward(np.where(a > 0, ga, 0), *kept_a)
    return loss, gx + g if skip else gx, [first + second, *done], head


def bn_resnet_loss_and_grads(params, X, y, skip=True):
    W, c = params["head"]

    def finish(h):
        means = h.mean(axis=(2, 3))
        s = means @ W + c
        top = s.max(1, keepdims=True)
        logsum = top + np.log(np.exp(s - top).sum(1, keepdims=True))
        d = np.exp(s - logsum)
        d[np.arange(len(y)), y] -= 1
        d /= len(y)
        loss = float((logsum[:, 0] - s[np.arange(len(y)), y]).mean())
        spread = (d @ W.T)[:, :, None, None] / (h.shape[2] * h.shape[3])
        return loss, np.broadcast_to(spread, h.shape), (means.T @ d, d.sum(0))

    z, *kept = forward(X, *params["stem"], 2)
    loss, g, blocks, head = through(params["blocks"], np.maximum(z, 0), skip, finish)
    _, stem = backward(np.where(z > 0, g, 0), *kept)
    return loss, dict(stem=stem, blocks=blocks, head=head)


def walk(f, *trees):
    one = trees[0]
    if isinstance(one, dict):
        return {key: walk(f, *(tree[key] for tree in trees)) for key in one}
    if isinstance(one, (list, tuple)):
        return type(one)(walk(f, *parts) for parts in zip(*trees))
    return f(*trees)


def momentum_step(params, grads, velocity, lr, momentum):
    velocity = walk(lambda v, g: v * momentum + g, velocity, grads)
    return walk(lambda p, v: p + (-lr) * v, params, velocity), velocity


def train_bn_resnet(data, seed, skip=True, blocks=8, steps=150, width=8):
    rng = np.random.RandomState(seed % 2**32)
    x, y = data["x_train"] / 16, data["y_train"]
    unit = lambda c: (rng.randn(width, c, 3, 3) * np.sqrt(2 / (9 * c)), np.ones(width), np.zeros(width))
    params = {
        "head": (rng.randn(width, 10) / np.sqrt(width), np.zeros(10)),
        "stem": unit(1),
        "blocks": [unit(width) + unit(width) for _ in range(blocks)],
    }
    velocity, losses = walk(np.zeros_like, params), []
    for _ in range(steps):
        rows = rng.permutation(len(x))[:64]
        loss, grads = bn_resnet_loss_and_grads(params, x[rows], y[rows], skip=skip)
        params, velocity = momentum_step(params, grads, velocity, 0.1, 0.9)
        losses.append(loss)
    return {"params": params, "history": {"loss": losses}}
