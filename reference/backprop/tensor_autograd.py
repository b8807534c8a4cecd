"""Reverse mode for arrays: the backwards of array operations, and an engine that puts them together."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Entries = Float[np.ndarray, "..."]


def matmul_backward(
    dc: Float[np.ndarray, "... n m"],
    cache: tuple[Float[np.ndarray, "... n k"], Float[np.ndarray, "... k m"]],
) -> tuple[Float[np.ndarray, "... n k"], Float[np.ndarray, "... k m"]]:
    """Gradients of the loss with respect to both factors of c = a @ b.

    There may be batch axes in front, the same ones in a and b. Then matrix number i of a is
    multiplied by matrix number i of b.

    Args:
        dc: gradient of the loss with respect to c, shape (..., n, m).
        cache: (a, b) of shapes (..., n, k) and (..., k, m).

    Returns:
        da of the shape of a, db of the shape of b.
    """
    a, b = cache
    da = dc @ np.swapaxes(b, -1, -2)
    db = np.swapaxes(a, -1, -2) @ dc
    return da, db


def unbroadcast(grad: Entries, shape: tuple[int, ...]) -> Entries:
    """Bring the gradient of a broadcast array back to the shape that the array had before.

    Broadcasting repeats an array in two ways: it adds axes in front, and it stretches axes of
    length 1. An entry that was repeated gets the sum of what its copies get.

    Args:
        grad: gradient of the loss with respect to the broadcast array.
        shape: the shape before; numpy can broadcast it to that of grad. It may be ().

    Returns:
        The gradient, of that shape.
    """
    in_front = tuple(range(grad.ndim - len(shape)))
    grad = grad.sum(axis=in_front)
    stretched = tuple(axis for axis, length in enumerate(shape) if length == 1)
    return grad.sum(axis=stretched, keepdims=True)


def reduce_backward(dout: Entries, x: Entries, op: str, axis: int | None, keepdims: bool) -> Entries:
    """Gradient of the loss with respect to x, where out is a sum, mean or maximum along an axis.

    out is np.sum(x, axis=axis, keepdims=keepdims), or the same with np.mean or np.max. Where
    several entries are the maximum, the first of them gets the whole gradient, and the others get
    0.

    Args:
        dout: gradient of the loss with respect to out, of its shape.
        x: what went in, with one or more axes.
        op: "sum", "mean" or "max".
        axis: as in numpy, from either end; None means all entries, and then the first maximum is
            that of x.ravel().
        keepdims: whether out has kept the axis, with length 1.

    Returns:
        dx, of the shape of x.
    """
    if axis is None:
        return reduce_backward(np.reshape(dout, ()), x.ravel(), op, 0, False).reshape(x.shape)
    if not keepdims:
        dout = np.expand_dims(dout, axis)
    share = np.ones(x.shape)
    if op == "mean":
        share /= x.shape[axis]
    elif op == "max":
        first = np.expand_dims(x.argmax(axis), axis)
        share[...] = 0.0
        np.put_along_axis(share, first, 1.0, axis)
    return dout * share


class Tensor:
    """An array that remembers what it was made of, and can tell how a number depends on each part.

        w, x = Tensor(np.ones((3, 2))), Tensor(np.ones((5, 3)))
        loss = (x @ w + 1.0).relu().mean()
        loss.backward()                 # now w.grad is dloss/dw, of the shape of w

    Operations: a + b and a * b with the broadcasting of numpy; a @ b of matrices, or of stacks of
    them with the same batch axes; and the methods below. In a + b and a * b one of the two may be
    a plain number, on either side, or b may be a plain array. Each operation returns a new Tensor
    and leaves its operands as they are.

    Attributes:
        data: the numbers, an array of floats.
        grad: an array of the shape of data, 0 at first; see `backward`.
        parents: the Tensors that this one was made of, () if it was made from an array.
    """

    def __init__(
        self,
        data: Entries | float,
        parents: tuple[Tensor, ...] = (),
        send: Callable[[Entries], tuple[Entries, ...]] | None = None,
    ) -> None:
        """A leaf is made by Tensor(data); operations also say where it came from.

        `send` is a place for a function from the gradient of this tensor to those of its parents;
        use another way if you like.
        """
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.parents, self.send = parents, send

    def __add__(self, other: Tensor | Entries | float) -> Tensor:
        """self + other"""
        other = _tensor(other)
        a, b = self.data, other.data
        return Tensor(a + b, (self, other), lambda d: (unbroadcast(d, a.shape), unbroadcast(d, b.shape)))

    def __radd__(self, other: float) -> Tensor:
        """number + self"""
        return self + other

    def __mul__(self, other: Tensor | Entries | float) -> Tensor:
        """self * other, entry by entry"""
        other = _tensor(other)
        a, b = self.data, other.data
        return Tensor(a * b, (self, other), lambda d: (unbroadcast(d * b, a.shape), unbroadcast(d * a, b.shape)))

    def __rmul__(self, other: float) -> Tensor:
        """number * self"""
        return self * other

    def __matmul__(self, other: Tensor) -> Tensor:
        """self @ other, the product of matrices"""
        a, b = self.data, other.data
        return Tensor(a @ b, (self, other), lambda d: matmul_backward(d, (a, b)))

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Tensor:
        """The sum along an axis, or of all entries, as np.sum has it"""
        x = self.data
        total = x.sum(axis=axis, keepdims=keepdims)
        return Tensor(total, (self,), lambda d: (reduce_backward(d, x, "sum", axis, keepdims),))

    def mean(self, axis: int | None = None, keepdims: bool = False) -> Tensor:
        """The mean along an axis, or of all entries, as np.mean has it"""
        x = self.data
        mean = x.mean(axis=axis, keepdims=keepdims)
        return Tensor(mean, (self,), lambda d: (reduce_backward(d, x, "mean", axis, keepdims),))

    def exp(self) -> Tensor:
        """e to the power of each entry"""
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda d: (d * y,))

    def log(self) -> Tensor:
        """The natural logarithm of each entry; all are positive"""
        x = self.data
        return Tensor(np.log(x), (self,), lambda d: (d / x,))

    def relu(self) -> Tensor:
        """The greater of each entry and 0; the slope at 0 is 0"""
        x = self.data
        return Tensor(np.maximum(x, 0.0), (self,), lambda d: (d * (x > 0),))

    def reshape(self, shape: tuple[int, ...]) -> Tensor:
        """The same entries in another shape, as np.reshape has it; one length may be -1"""
        before = self.data.shape
        return Tensor(self.data.reshape(shape), (self,), lambda d: (d.reshape(before),))

    def backward(self) -> None:
        """Add to the grad of each ancestor the derivative of this number with respect to it.

        This tensor counts as one of them, with a derivative of 1. Every call adds its derivatives
        to what is already there. A tensor may be used more than once, and a graph may be
        thousands of operations deep.

        Raises:
            ValueError: if this tensor has more than one entry.
        """
        if self.data.size != 1:
            raise ValueError(f"backward starts at a single number, not at an array of shape {self.data.shape}")
        order: list[Tensor] = []
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

        delta = {node: np.zeros(node.data.shape) for node in order}
        delta[self] = np.ones(self.data.shape)
        for node in reversed(order):
            if node.send is not None:
                for parent, part in zip(node.parents, node.send(delta[node])):
                    delta[parent] = delta[parent] + part
        for node in order:
            node.grad = node.grad + delta[node]


def _tensor(x: Tensor | Entries | float) -> Tensor:
    return x if isinstance(x, Tensor) else Tensor(x)
