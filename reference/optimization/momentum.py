"""Momentum and Nesterov's variant: a step remembers the steps before it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Array = Float[np.ndarray, "..."]


def momentum_step(theta: Array, v: Array, g: Array, lr: float, mu: float = 0.9) -> tuple[Array, Array]:
    """One step of gradient descent with momentum.

        v     <- mu * v + g
        theta <- theta - lr * v

    The learning rate is not part of the velocity. When a schedule changes lr between two steps, the new lr
    acts on all of v at once.

    Args:
        theta: parameters, any shape.
        v: velocity before the step, of the shape of theta; zeros before the first one.
        g: gradient at theta.
        lr: learning rate of this step.
        mu: share of the velocity that stays, from 0 to below 1.

    Returns:
        (theta, v) after the step, as new arrays.
    """
    if not np.shape(theta) == np.shape(v) == np.shape(g):
        raise ValueError("v or g has another shape than theta")
    if not 0 <= mu < 1:
        raise ValueError(f"mu is {mu}: from 0 to below 1")
    v = mu * v + g
    theta = theta - lr * v
    return theta, v


def nesterov_step(theta: Array, v: Array, grad_fn: Callable[[Array], Array], lr: float, mu: float = 0.9) -> tuple[Array, Array]:
    """One step of Nesterov's momentum: the gradient is taken where the velocity is about to lead.

        v     <- mu * v + gradient at (theta - lr * mu * v)
        theta <- theta - lr * v

    The look-ahead uses the velocity from before the step. The step itself starts from theta, not from the
    point that was looked at.

    Args:
        theta: parameters, any shape.
        v: velocity before the step, of the shape of theta; zeros before the first one.
        grad_fn: grad_fn(x) is the gradient at x.
        lr: learning rate of this step.
        mu: share of the velocity that stays, from 0 to below 1.

    Returns:
        (theta, v) after the step, as new arrays.
    """
    if np.shape(v) != np.shape(theta):
        raise ValueError("v has another shape than theta")
    if not 0 <= mu < 1:
        raise ValueError(f"mu is {mu}: from 0 to below 1")
    ahead = theta - lr * mu * v
    v = mu * v + grad_fn(ahead)
    theta = theta - lr * v
    return theta, v
