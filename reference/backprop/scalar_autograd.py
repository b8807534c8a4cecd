"""A reverse-mode automatic differentiation engine for single numbers."""

from __future__ import annotations

import math


class Value:
    """A number that remembers what it was made of, and can tell how it depends on each part.

        x, y = Value(2.0), Value(3.0)
        z = (x * y + 1).tanh()
        z.backward()                    # now x.grad is dz/dx, and y.grad is dz/dy

    Operations: a + b, a - b, a * b, a / b, where one side may be a plain number; -a; a**k with a
    plain number k; and the methods exp, log, tanh, sigmoid, relu (slope 0 at 0). Each returns a
    new Value and leaves its operands as they are.

    tanh and sigmoid take any number: at -1000 and at 1000 they are flat, and nothing overflows.

    Attributes:
        data: the number, a float.
        grad: a float, 0.0 at first; see `backward`.
        parents: the Values that this one was made of, () if it was made from a plain number.
        op: the name of the operation, "" if there was none. Only pictures use it.
    """

    def __init__(
        self,
        data: float,
        parents: tuple[Value, ...] = (),
        slopes: tuple[float, ...] = (),
        op: str = "",
    ) -> None:
        """A leaf is made by Value(data); operations also say where it came from.

        `slopes` is a place for the derivative of this value by each of its parents; use another
        way if you like.
        """
        self.data = float(data)
        self.grad = 0.0
        self.parents, self.slopes, self.op = parents, slopes, op

    def __add__(self, other: Value | float) -> Value:
        """self + other"""
        other = _value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0), "+")

    def __radd__(self, other: float) -> Value:
        """number + self"""
        return self + other

    def __mul__(self, other: Value | float) -> Value:
        """self * other"""
        other = _value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data), "*")

    def __rmul__(self, other: float) -> Value:
        """number * self"""
        return self * other

    def __neg__(self) -> Value:
        """-self"""
        return self * -1.0

    def __sub__(self, other: Value | float) -> Value:
        """self - other"""
        return self + -_value(other)

    def __rsub__(self, other: float) -> Value:
        """number - self"""
        return _value(other) - self

    def __truediv__(self, other: Value | float) -> Value:
        """self / other"""
        return self * _value(other) ** -1

    def __rtruediv__(self, other: float) -> Value:
        """number / self"""
        return _value(other) / self

    def __pow__(self, k: float) -> Value:
        """self**k for a plain number k; with k = 0 it is 1 with slope 0, whatever self is

        Where k is negative self is not 0, and where k is no whole number self is positive.
        """
        slope = k * self.data ** (k - 1) if k != 0 else 0.0
        return Value(self.data**k, (self,), (slope,), f"**{k}")

    def exp(self) -> Value:
        """e to the power of self"""
        y = math.exp(self.data)
        return Value(y, (self,), (y,), "exp")

    def log(self) -> Value:
        """The natural logarithm of self, which is positive"""
        return Value(math.log(self.data), (self,), (1 / self.data,), "log")

    def tanh(self) -> Value:
        """The hyperbolic tangent of self"""
        y = math.tanh(self.data)
        return Value(y, (self,), (1 - y**2,), "tanh")

    def sigmoid(self) -> Value:
        """1 / (1 + exp(-self))"""
        power = math.exp(-abs(self.data))  # never more than 1, so it cannot overflow
        y = (1.0 if self.data >= 0 else power) / (1 + power)
        return Value(y, (self,), (power / (1 + power) ** 2,), "σ")

    def relu(self) -> Value:
        """The greater of self and 0"""
        return Value(max(self.data, 0.0), (self,), (float(self.data > 0),), "relu")

    def backward(self) -> None:
        """Add to the grad of each ancestor the derivative of this value with respect to it.

        This value counts as one of them, with a derivative of 1. Every call adds its derivatives
        to what is already there: after two calls all grads are twice the derivatives, until
        somebody sets them to 0. Values may be used more than once, and a graph may be thousands
        of operations deep: Python stops a function that calls itself that often.
        """
        order: list[Value] = []
        seen = set()
        waiting = [(self, False)]  # a stack of our own; True: the parents are in the order already
        while waiting:
            node, parents_done = waiting.pop()
            if parents_done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                waiting.append((node, True))
                waiting += [(parent, False) for parent in node.parents]

        delta = dict.fromkeys(order, 0.0)
        delta[self] = 1.0
        for node in reversed(order):
            for parent, slope in zip(node.parents, node.slopes):
                delta[parent] += slope * delta[node]
        for node in order:
            node.grad += delta[node]


def _value(x: Value | float) -> Value:
    return x if isinstance(x, Value) else Value(x)
