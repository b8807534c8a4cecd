"""Reductions by masks; an engine without helpers whose tensors have serial numbers, youngest first on the way back."""

import numpy as np


def matmul_backward(dc, cache):
    a, b = cache
    turn = (*range(a.ndim - 2), a.ndim - 1, a.ndim - 2)
    return dc @ b.transpose(turn), a.transpose(turn) @ dc


def unbroadcast(grad, shape):
    padded = (1,) * (np.ndim(grad) - len(shape)) + tuple(shape)
    axes = tuple(i for i, (n, m) in enumerate(zip(np.shape(grad), padded)) if n != m)
    return np.add.reduce(grad, axis=axes, keepdims=True).reshape(shape)


def reduce_backward(dout, x, op, axis, keepdims):
    kept = x.max(axis=axis, keepdims=True)
    up = np.broadcast_to(np.reshape(dout, kept.shape), x.shape)
    if op == "sum":
        return up.copy()
    if op == "mean":
        return up * (kept.size / x.size)
    hits = (x == kept).astype(int)
    if axis is None:
        seen = hits.ravel().cumsum().reshape(x.shape)
    else:
        seen = hits.cumsum(axis=axis)
    return np.where((hits == 1) & (seen == 1), up, 0.0)


class Tensor:
    made = 0

    def __init__(self, data, parents=(), send=None):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.parents, self.send = parents, send
        Tensor.made += 1
        self.number = Tensor.made

    def _fit(self, grad):
        """A gradient of a broadcast copy of this tensor, in its own shape."""
        extra = grad.ndim - self.data.ndim
        grad = grad.sum(axis=tuple(range(extra)))
        for axis, n in enumerate(self.data.shape):
            if n == 1:
                grad = grad.sum(axis=axis, keepdims=True)
        return grad

    def __add__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        return Tensor(self.data + other.data, (self, other), lambda d: (self._fit(d), other._fit(d)))

    def __radd__(self, other):
        return Tensor(other) + self

    def __mul__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        return Tensor(
            self.data * other.data,
            (self, other),
            lambda d: (self._fit(d * other.data), other._fit(d * self.data)),
        )

    def __rmul__(self, other):
        return Tensor(other) * self

    def __matmul__(self, other):
        return Tensor(
            self.data @ other.data,
            (self, other),
            lambda d: (
                np.einsum("...nm,...km->...nk", d, other.data),
                np.einsum("...nk,...nm->...km", self.data, d),
            ),
        )

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        out = kept if keepdims else self.data.sum(axis=axis)
        return Tensor(out, (self,), lambda d: (np.ones_like(self.data) * np.reshape(d, kept.shape),))

    def mean(self, axis=None, keepdims=False):
        kept = self.data.mean(axis=axis, keepdims=True)
        out = kept if keepdims else self.data.mean(axis=axis)
        share = kept.size / self.data.size
        return Tensor(out, (self,), lambda d: (np.full_like(self.data, share) * np.reshape(d, kept.shape),))

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))
        out.send = lambda d: (d * np.exp(self.data),)
        return out

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda d: (d / self.data,))

    def relu(self):
        return Tensor(self.data.clip(min=0), (self,), lambda d: (d * np.heaviside(self.data, 0),))

    def reshape(self, shape):
        return Tensor(self.data.reshape(shape), (self,), lambda d: (d.reshape(self.data.shape),))

    def backward(self):
        if self.data.size != 1:
            raise ValueError("backward needs a number to start from")
        found, stack = {}, [self]
        while stack:
            node = stack.pop()
            if node.number not in found:
                found[node.number] = node
                stack.extend(node.parents)
        flow = {number: np.zeros_like(node.data) for number, node in found.items()}
        flow[self.number] = np.ones_like(self.data)
        for number in sorted(found, reverse=True):
            node = found[number]
            node.grad = node.grad + flow[number]
            if node.parents:
                for parent, part in zip(node.parents, node.send(flow[number])):
                    flow[parent.number] = flow[parent.number] + part
