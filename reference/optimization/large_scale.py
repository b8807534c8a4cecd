"""Steps made for large models: the sign of a momentum (Lion), a step per layer (LARS), an orthogonal step (Muon)."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Array = Float[np.ndarray, "..."]
Matrix = Float[np.ndarray, "p q"]


def lion_step(
    theta: Array, m: Array, g: Array, lr: float, b1: float = 0.9, b2: float = 0.99, wd: float = 0.0
) -> tuple[Array, Array]:
    """One step of Lion: every parameter moves by the same length, and only the sign is learnt.

        u      = sign(b1 * m + (1 - b1) * g)
        theta <- (1 - lr * wd) * theta - lr * u
        m     <- b2 * m + (1 - b2) * g

    The sign uses m from before the step; sign(0) is 0.

    Args:
        theta: parameters, any shape.
        m: momentum before the step, of the shape of theta; zeros before the first one.
        g: gradient at theta.
        wd: weight decay, decoupled as in AdamW.

    Returns:
        (theta, m) after the step, as new arrays.
    """
    if not np.shape(theta) == np.shape(m) == np.shape(g):
        raise ValueError("m or g has another shape than theta")
    if not (0 <= b1 < 1 and 0 <= b2 < 1):
        raise ValueError(f"b1 is {b1} and b2 is {b2}: both from 0 to below 1")
    u = np.sign(b1 * m + (1 - b1) * g)
    theta = (1 - lr * wd) * theta - lr * u
    m = b2 * m + (1 - b2) * g
    return theta, m


def lars_step(thetas: list[Array], grads: list[Array], lr: float, wd: float = 0.0, trust: float = 0.001) -> list[Array]:
    """One step of LARS: each tensor moves by a fixed share of its own length.

    For each tensor on its own, with Euclidean norms over all of its entries:

        u      = g + wd * theta
        ratio  = trust * |theta| / |u|,     or 1 if |theta| or |u| is 0
        theta <- theta - lr * ratio * u

    Args:
        thetas: the parameters, a list of tensors of any shapes.
        grads: their gradients, in the same order. If there are not as many as tensors, a ValueError is raised.
        wd: weight decay.
        trust: the share of a tensor's length by which it moves if lr is 1.

    Returns:
        The parameters after the step, a list of new arrays.
    """
    if len(grads) != len(thetas):
        raise ValueError(f"grads holds {len(grads)} tensors for {len(thetas)} parameters")
    if any(np.shape(theta) != np.shape(g) for theta, g in zip(thetas, grads)):
        raise ValueError("grads holds a tensor of another shape than its parameters")
    moved = []
    for theta, g in zip(thetas, grads):
        u = g + wd * theta
        length, slope = np.linalg.norm(theta), np.linalg.norm(u)
        ratio = trust * length / slope if length > 0 and slope > 0 else 1.0
        moved.append(theta - lr * ratio * u)
    return moved


def muon_step(theta: Matrix, v: Matrix, g: Matrix, lr: float, mu: float = 0.95, iters: int = 20) -> tuple[Matrix, Matrix]:
    """One step of Muon: a momentum matrix with all of its singular values set to 1.

        v <- mu * v + g
        X  = v / |v|                          Frobenius norm
        X <- 1.5 X - 0.5 X X^T X              matrix products, `iters` times
        theta <- theta - lr * X

    If v = U S V^T is the singular value decomposition, X tends to U V^T: the iteration leaves the
    singular vectors as they are and drives every singular value in (0, sqrt(3)) to 1.

    Args:
        theta: a weight matrix, shape (p, q), tall or wide.
        v: momentum before the step, shape (p, q); zeros before the first one.
        g: gradient at theta, not 0.

    Returns:
        (theta, v) after the step, as new arrays.
    """
    if not np.shape(theta) == np.shape(v) == np.shape(g):
        raise ValueError("v or g has another shape than theta")
    if np.ndim(theta) != 2:
        raise ValueError("theta is not a matrix")
    if not 0 <= mu < 1:
        raise ValueError(f"mu is {mu}: from 0 to below 1")
    v = mu * v + g
    if not np.any(v):
        raise ValueError("g and v leave no momentum: a matrix of zeros has no direction")
    X = v / np.linalg.norm(v)
    for _ in range(iters):
        X = 1.5 * X - 0.5 * X @ X.T @ X
    return theta - lr * X, v
