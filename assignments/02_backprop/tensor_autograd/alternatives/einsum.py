"""Index notation and loops over axes; an engine of closures that keep their own users waiting."""

import numpy as np


def matmul_backward(dc, cache):
    a, b = cache
    return np.einsum("...nm,...km->...nk", dc, b), np.einsum("...nk,...nm->...km", a, dc)


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for axis in range(len(shape)):
        if shape[axis] < grad.shape[axis]:
            grad = grad.sum(axis, keepdims=True)
    return np.array(grad)


def reduce_backward(dout, x, op, axis, keepdims):
    dx = np.zeros_like(x)
    rows = x.reshape(1, -1) if axis is None else np.moveaxis(x, axis, -1)
    flat = dx.reshape(1, -1) if axis is None else np.moveaxis(dx, axis, -1)
    douts = np.reshape(dout, rows.shape[:-1])
    for at in np.ndindex(rows.shape[:-1]):
        if op == "max":
            flat[(*at, int(rows[at].argmax()))] = douts[at]
        else:
            flat[at] = douts[at] / (rows.shape[-1] if op == "mean" else 1)
    return dx


class Tensor:
    def __init__(self, data, parents=()):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.links = [(parent, back) for parent, back in parents]

    @property
    def parents(self):
        return tuple(parent for parent, _ in self.links)

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = Tensor.wrap(other)
        return Tensor(
            self.data + other.data,
            [(self, lambda d: unbroadcast(d, self.data.shape)), (other, lambda d: unbroadcast(d, other.data.shape))],
        )

    def __mul__(self, other):
        other = Tensor.wrap(other)
        return Tensor(
            self.data * other.data,
            [
                (self, lambda d: unbroadcast(d * other.data, self.data.shape)),
                (other, lambda d: unbroadcast(d * self.data, other.data.shape)),
            ],
        )

    __radd__, __rmul__ = __add__, __mul__

    def __matmul__(self, other):
        return Tensor(
            np.matmul(self.data, other.data),
            [(self, lambda d: d @ other.data.swapaxes(-1, -2)), (other, lambda d: self.data.swapaxes(-1, -2) @ d)],
        )

    def sum(self, axis=None, keepdims=False):
        def back(d):
            if axis is not None and not keepdims:
                d = np.expand_dims(d, axis)
            return np.broadcast_to(d, self.data.shape)

        return Tensor(np.sum(self.data, axis=axis, keepdims=keepdims), [(self, back)])

    def mean(self, axis=None, keepdims=False):
        n = self.data.size if axis is None else self.data.shape[axis]
        return self.sum(axis, keepdims) * (1 / n)

    def exp(self):
        return Tensor(np.exp(self.data), [(self, lambda d: d * np.exp(self.data))])

    def log(self):
        return Tensor(np.log(self.data), [(self, lambda d: d / self.data)])

    def relu(self):
        on = self.data > 0
        return Tensor(np.where(on, self.data, 0.0), [(self, lambda d: np.where(on, d, 0.0))])

    def reshape(self, shape):
        return Tensor(np.reshape(self.data, shape), [(self, lambda d: np.reshape(d, self.data.shape))])

    def backward(self):
        if self.data.size > 1:
            raise ValueError("not a single number")
        users, stack, met = {id(self): 0}, [self], set()
        while stack:
            node = stack.pop()
            if id(node) not in met:
                met.add(id(node))
                for parent in node.parents:
                    users[id(parent)] = users.get(id(parent), 0) + 1
                    stack.append(parent)
        flow, ready = {id(self): np.ones_like(self.data)}, [self]
        while ready:
            node = ready.pop()
            sent = flow.pop(id(node))
            node.grad = node.grad + sent
            for parent, back in node.links:
                part = back(sent)
                flow[id(parent)] = flow[id(parent)] + part if id(parent) in flow else part
                users[id(parent)] -= 1
                if users[id(parent)] == 0:
                    ready.append(parent)
