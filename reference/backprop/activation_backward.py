"""The backward pass of activations that act on each entry by itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Entries = Float[np.ndarray, "..."]


def elementwise_backward(dout: Entries, z: Entries, dphi: Callable[[Entries], Entries]) -> Entries:
    """Gradient of the loss with respect to z, where out = phi(z) entry by entry.

    Each output depends on one input alone, so the Jacobian is diagonal, with phi'(z) on the
    diagonal. The result is the product of its transpose with dout; you never need the matrix
    itself.

    Args:
        dout: gradient of the loss with respect to out, of the shape of z.
        z: what went into phi.
        dphi: the derivative phi', a function that takes an array and returns one of the same shape.

    Returns:
        dz, of the shape of z.
    """
    return dout * dphi(z)


def sigmoid_backward(dout: Entries, s: Entries) -> Entries:
    """Gradient of the loss with respect to z, where s = 1 / (1 + e^-z) entry by entry.

    The forward pass has kept its OUTPUT, so write the slope in terms of s, not of z.

    Args:
        dout: gradient of the loss with respect to s, of the shape of s.
        s: what the sigmoid returned.

    Returns:
        dz, of the shape of s.
    """
    return dout * s * (1 - s)


def tanh_backward(dout: Entries, t: Entries) -> Entries:
    """Gradient of the loss with respect to z, where t = tanh(z) entry by entry.

    The forward pass has kept its OUTPUT, so write the slope in terms of t, not of z.

    Args:
        dout: gradient of the loss with respect to t, of the shape of t.
        t: what tanh returned.

    Returns:
        dz, of the shape of t.
    """
    return dout * (1 - t**2)


def relu_backward(dout: Entries, z: Entries, alpha: float = 0.0) -> Entries:
    """Gradient of the loss with respect to z, where out = z for z > 0 and alpha z otherwise.

    With alpha = 0 this is ReLU, with a small alpha leaky ReLU, entry by entry. At z = 0 there is a
    kink; there the slope counts as alpha, so it is 0 for plain ReLU.

    Args:
        dout: gradient of the loss with respect to out, of the shape of z; it is left as it is.
        z: what went in.
        alpha: the slope on the negative side; any number.

    Returns:
        dz, of the shape of z.
    """
    return np.where(z > 0, dout, alpha * dout)


def prelu_backward(dout: Entries, z: Entries, alpha: float) -> tuple[Entries, float]:
    """Gradients of the loss with respect to z and to alpha, for leaky ReLU with a learned alpha.

    out = z for z > 0, and out = alpha z otherwise. One alpha serves all entries of z, and at z = 0
    the slope counts as alpha.

    Args:
        dout: gradient of the loss with respect to out, of the shape of z; it is left as it is.
        z: what went in, of any shape.
        alpha: the slope on the negative side, a number.

    Returns:
        dz, of the shape of z, and dalpha, a number.
    """
    closed = z <= 0
    dz = np.where(closed, alpha * dout, dout)
    dalpha = float((dout * z)[closed].sum())
    return dz, dalpha
