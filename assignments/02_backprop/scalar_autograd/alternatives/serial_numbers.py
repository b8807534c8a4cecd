"""Every value has a serial number, so the youngest one that is waiting has heard from all of its users."""

import heapq
import itertools

import numpy as np


class Value:
    serial = itertools.count()

    def __init__(self, data, made_of=()):
        self.data = float(data)
        self.grad = 0.0
        self.made_of = list(made_of)
        self.number = next(Value.serial)

    @property
    def parents(self):
        return tuple(parent for parent, _ in self.made_of)

    op = ""

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, [(self, other)])
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, [(self, 1)])
        return Value(self.data + other.data, [(self, 1), (other, 1)])

    __rmul__, __radd__ = __mul__, __add__

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return other + (-self)

    def __pow__(self, k):
        if k == 0:
            return Value(1.0, [(self, 0.0)])
        return Value(self.data**k, [(self, k * self.data ** (k - 1))])

    def __truediv__(self, other):
        return self * other**-1 if isinstance(other, Value) else self * (1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def exp(self):
        return Value(np.exp(self.data), [(self, float(np.exp(self.data)))])

    def log(self):
        return Value(np.log(self.data), [(self, 1 / self.data)])

    def tanh(self):
        return Value(np.tanh(self.data), [(self, float(1 - np.tanh(self.data) ** 2))])

    def sigmoid(self):
        y = float(np.exp(-np.logaddexp(0, -self.data)))
        return Value(y, [(self, y * (1 - y))])

    def relu(self):
        return self * 1.0 if self.data > 0 else self * 0.0

    def backward(self):
        flow, waiting = {self.number: 1.0}, [(-self.number, self)]
        while waiting:
            _, node = heapq.heappop(waiting)
            sent = flow[node.number]
            node.grad += sent
            for parent, slope in node.made_of:
                if parent.number not in flow:
                    flow[parent.number] = 0.0
                    heapq.heappush(waiting, (-parent.number, parent))
                flow[parent.number] += slope * sent
