"""Right operations to draw from, each with wrong backwards that a check must catch on every seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

Rng = np.random.Generator


@dataclass(frozen=True)
class Operation:
    name: str
    draw: Callable[[Rng], dict[str, np.ndarray]]
    forward: Callable
    backward: Callable
    wrong: dict[str, Callable] = field(default_factory=dict)


def linear_forward(x, w, b):
    return x @ w + b, (x, w)


def linear_backward(dout, cache):
    x, w = cache
    return dout @ w.T, x.T @ dout, dout.sum(0)


def batchnorm_forward(x, gamma, beta, eps=1e-5):
    centred = x - x.mean(0)
    root = np.sqrt((centred**2).mean(0) + eps)
    x_hat = centred / root
    return gamma * x_hat + beta, (x_hat, root, gamma)


def batchnorm_backward(dout, cache):
    x_hat, root, gamma = cache
    g = dout * gamma
    return (g - g.mean(0) - x_hat * (g * x_hat).mean(0)) / root, (dout * x_hat).sum(0), dout.sum(0)


def layernorm_forward(x, gamma, beta, eps=1e-5):
    centred = x - x.mean(-1, keepdims=True)
    root = np.sqrt((centred**2).mean(-1, keepdims=True) + eps)
    x_hat = centred / root
    return gamma * x_hat + beta, (x_hat, root, gamma)


def layernorm_backward(dout, cache):
    x_hat, root, gamma = cache
    g = dout * gamma
    dx = (g - g.mean(-1, keepdims=True) - x_hat * (g * x_hat).mean(-1, keepdims=True)) / root
    leading = tuple(range(dout.ndim - 1))
    return dx, (dout * x_hat).sum(leading), dout.sum(leading)


def relu_forward(x):
    return np.maximum(x, 0), x


def relu_backward(dout, x):
    return dout * (x > 0)


def maxpool_forward(x):
    """Windows of 2 along the last axis."""
    pairs = x.reshape(*x.shape[:-1], -1, 2)
    return pairs.max(-1), pairs


def maxpool_backward(dout, pairs):
    winner = pairs.argmax(-1)[..., None] == np.arange(2)
    return (winner * dout[..., None]).reshape(*pairs.shape[:-2], -1)


LABELS = np.array([0, 2, 1, 3, 3, 0, 1])


def softmax(z):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def cross_entropy_forward(z):
    p = softmax(z)
    return float(-np.log(p[np.arange(len(z)), LABELS]).mean()), p


def cross_entropy_backward(dout, p):
    onehot = np.eye(p.shape[1])[LABELS]
    return dout * (p - onehot) / len(p)


def rnn_forward(x, h0, wx, wh, b):
    states, h = [], h0
    for t in range(x.shape[1]):
        h = np.tanh(x[:, t] @ wx + h @ wh + b)
        states.append(h)
    return np.stack(states, 1), (x, h0, np.stack(states, 1), wx, wh)


def rnn_backward(dh, cache, carry=True, steps=None):
    x, h0, h, wx, wh = cache
    dx, dwx, dwh, db = np.zeros_like(x), np.zeros_like(wx), np.zeros_like(wh), np.zeros(wh.shape[0])
    dh_next = np.zeros_like(h0)
    for t in reversed(range(x.shape[1])):
        before = h[:, t - 1] if t else h0
        da = (dh[:, t] + (dh_next if carry else 0)) * (1 - h[:, t] ** 2)
        dx[:, t] = da @ wx.T
        if steps is None or t in steps:
            dwx += x[:, t].T @ da
        dwh += before.T @ da
        db += da.sum(0)
        dh_next = da @ wh.T
    return dx, dh_next, dwx, dwh, db


def gate_forward(x, c):
    """Two outputs, as a cell of an LSTM has."""
    new = 1 / (1 + np.exp(-x)) * c + np.tanh(x)
    return np.tanh(new), new, (x, c, new)


def gate_backward(douts, cache):
    dh, dc = douts
    x, c, new = cache
    s = 1 / (1 + np.exp(-x))
    dnew = dc + dh * (1 - np.tanh(new) ** 2)
    return dnew * (s * (1 - s) * c + 1 - np.tanh(x) ** 2), dnew * s


def _shapes(**shapes):
    return lambda rng: {name: rng.standard_normal(shape) for name, shape in shapes.items()}


def changed(backward, position, change):
    """A backward with one of its gradients changed."""

    def wrong(dout, cache):
        grads = list(backward(dout, cache))
        grads[position] = change(grads[position])
        return tuple(grads)

    return wrong


def one_entry_wrong(g):
    out = g.copy()
    out.ravel()[out.size // 2] *= 1.5
    return out


OPERATIONS = [
    Operation(
        "linear",
        _shapes(x=(5, 4), w=(4, 3), b=(3,)),
        linear_forward,
        linear_backward,
        {
            "db averaged": changed(linear_backward, 2, lambda g: g / 5),
            "dw sign": changed(linear_backward, 1, np.negative),
            "dx one entry": changed(linear_backward, 0, one_entry_wrong),
            "dw off by 1e-3": changed(linear_backward, 1, lambda g: g * 1.001),
            "dx and dw zero": lambda d, c: tuple(0 * g for g in linear_backward(d, c)),
        },
    ),
    Operation(
        "batchnorm",
        _shapes(x=(7, 5), gamma=(5,), beta=(5,)),
        batchnorm_forward,
        batchnorm_backward,
        {
            "mean held fixed": changed(batchnorm_backward, 0, lambda g: g + 0.1 * g.std()),
            "variance held fixed": lambda d, c: (
                (d * c[2] - (d * c[2]).mean(0)) / c[1],
                (d * c[0]).sum(0),
                d.sum(0),
            ),
            "gamma forgotten": lambda d, c: (
                batchnorm_backward(d, (c[0], c[1], np.ones_like(c[2])))[:1] + batchnorm_backward(d, c)[1:]
            ),
            "dbeta averaged": changed(batchnorm_backward, 2, lambda g: g / 7),
            "dgamma off by 1e-3": changed(batchnorm_backward, 1, lambda g: g * 1.001),
            "not linear": lambda d, c: batchnorm_backward(np.abs(d), c),
        },
    ),
    Operation(
        "layernorm",
        _shapes(x=(3, 4, 6), gamma=(6,), beta=(6,)),
        layernorm_forward,
        layernorm_backward,
        {
            "batch axis": lambda d, c: (
                (d * c[2] - (d * c[2]).mean(0)) / c[1],
                (d * c[0]).sum((0, 1)),
                d.sum((0, 1)),
            ),
            "eps of 1e-3 in dx": lambda d, c: (
                layernorm_backward(d, (c[0], np.sqrt(c[1] ** 2 + 1e-3), c[2]))[0],
                *layernorm_backward(d, c)[1:],
            ),
        },
    ),
    Operation(
        "relu",
        _shapes(x=(9, 8)),
        relu_forward,
        relu_backward,
        {
            "mask of dout": lambda d, x: d * (d > 0),
            "no mask": lambda d, x: d,
            "dout ignored": lambda d, x: (x > 0) * 1.0,
        },
    ),
    Operation(
        "maxpool",
        _shapes(x=(3, 4, 8)),
        maxpool_forward,
        maxpool_backward,
        {
            "to both": lambda d, c: np.repeat(d, 2, -1),
            "to the first": lambda d, c: np.stack([d, 0 * d], -1).reshape(*d.shape[:-1], -1),
        },
    ),
    Operation(
        "cross entropy",
        _shapes(z=(7, 4)),
        cross_entropy_forward,
        cross_entropy_backward,
        {
            "no mean": lambda d, p: 7 * cross_entropy_backward(d, p),
            "no one-hot": lambda d, p: d * p / 7,
            "dout ignored": lambda d, p: cross_entropy_backward(1.0, p),
        },
    ),
    Operation(
        "rnn",
        _shapes(x=(2, 4, 3), h0=(2, 5), wx=(3, 5), wh=(5, 5), b=(5,)),
        rnn_forward,
        rnn_backward,
        {
            "carry dropped": lambda d, c: rnn_backward(d, c, carry=False),
            "last step of dwx only": lambda d, c: rnn_backward(d, c, steps={3}),
            "dh0 zero": changed(rnn_backward, 1, lambda g: 0 * g),
        },
    ),
    Operation(
        "gate",
        _shapes(x=(3, 4), c=(3, 4)),
        gate_forward,
        gate_backward,
        {
            "dc ignored": lambda d, c: gate_backward((d[0], 0 * d[1]), c),
            "dh ignored": lambda d, c: gate_backward((0 * d[0], d[1]), c),
        },
    ),
]
BY_NAME = {op.name: op for op in OPERATIONS}
MISTAKES = [(op, label) for op in OPERATIONS for label in op.wrong]
