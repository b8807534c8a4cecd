"""Each operation leaves a closure that sends a gradient back; every call works on a table of its own."""

import math
from collections import defaultdict


class Value:
    def __init__(self, data, parents=(), op=""):
        self.data, self.grad, self.parents, self.op = data * 1.0, 0.0, parents, op
        self._send = lambda d: ()

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def _made(self, data, others, send, op):
        new = Value(data, (self, *others), op)
        new._send = send
        return new

    def __add__(self, other):
        other = Value.of(other)
        return self._made(self.data + other.data, (other,), lambda d: (d, d), "+")

    def __sub__(self, other):
        other = Value.of(other)
        return self._made(self.data - other.data, (other,), lambda d: (d, -d), "-")

    def __mul__(self, other):
        other = Value.of(other)
        return self._made(self.data * other.data, (other,), lambda d: (d * other.data, d * self.data), "*")

    def __truediv__(self, other):
        other = Value.of(other)
        ratio = self.data / other.data
        return self._made(ratio, (other,), lambda d: (d / other.data, -d * ratio / other.data), "/")

    def __neg__(self):
        return self._made(-self.data, (), lambda d: (-d,), "-")

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __pow__(self, k):
        return self._made(self.data**k, (), lambda d: (d * k * self.data ** (k - 1) if k else 0.0,), "pow")

    def exp(self):
        return self._made(math.exp(self.data), (), lambda d: (d * math.exp(self.data),), "exp")

    def log(self):
        return self._made(math.log(self.data), (), lambda d: (d / self.data,), "log")

    def tanh(self):
        t = math.tanh(self.data)
        return self._made(t, (), lambda d: (d * (1 + t) * (1 - t),), "tanh")

    def sigmoid(self):
        s = 0.5 + 0.5 * math.tanh(self.data / 2)
        return self._made(s, (), lambda d: (d * s * (1 - s),), "sigmoid")

    def relu(self):
        on = self.data > 0
        return self._made(self.data if on else 0.0, (), lambda d: (d if on else 0.0,), "relu")

    def backward(self):
        users, stack, met = defaultdict(int), [self], set()
        while stack:
            node = stack.pop()
            if id(node) not in met:
                met.add(id(node))
                for parent in node.parents:
                    users[id(parent)] += 1
                    stack.append(parent)
        flow, ready = defaultdict(float, {id(self): 1.0}), [self]
        while ready:
            node = ready.pop()
            node.grad += flow[id(node)]
            for parent, part in zip(node.parents, node._send(flow[id(node)])):
                flow[id(parent)] += part
                users[id(parent)] -= 1
                if users[id(parent)] == 0:
                    ready.append(parent)
