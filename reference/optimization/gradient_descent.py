"""Gradient descent, and what it does on a quadratic bowl, where everything is known exactly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Vector = Float[np.ndarray, "D"]


def gradient_descent(
    grad: Callable[[Vector], Vector], theta0: Vector, lr: float, steps: int, maximize: bool = False
) -> Float[np.ndarray, "steps+1 D"]:
    """Follow the gradient downhill and write down every point on the way.

        theta <- theta - lr * grad(theta)        (plus, if maximize)

    All coordinates of a step move at the same time: the gradient is taken once, at the point where the
    step begins.

    Args:
        grad: a function; grad(theta) is the gradient at theta, shape (D,).
        theta0: where to start, shape (D,); left as it is.
        lr: learning rate, greater than 0.
        steps: number of steps, 0 or more; a negative number raises a ValueError.
        maximize: go uphill instead.

    Returns:
        The trajectory, shape (steps + 1, D): row 0 is theta0, row k is the point after k steps.
    """
    if not lr > 0:
        raise ValueError(f"lr is {lr}: it must be greater than 0")
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    sign = 1.0 if maximize else -1.0
    trajectory = np.empty((steps + 1, len(theta0)))
    trajectory[0] = theta0
    for k in range(steps):
        trajectory[k + 1] = trajectory[k] + sign * lr * grad(trajectory[k])
    return trajectory


def quadratic_gd_iterate(
    H: Float[np.ndarray, "D D"], theta_star: Vector, theta0: Vector, lr: float, t: int
) -> tuple[Vector, bool]:
    """Where gradient descent is after t steps on a quadratic, without taking the steps.

    The loss is 1/2 (theta - theta_star)^T H (theta - theta_star), so its gradient is H (theta - theta_star),
    and each step multiplies the error by the same matrix:

        theta_t = theta_star + (I - lr H)^t (theta_0 - theta_star)

    Along an eigenvector of H with eigenvalue lambda the error is multiplied by 1 - lr * lambda. Gradient
    descent converges from every starting point if and only if 0 < lr * lambda < 2 for every eigenvalue.

    Args:
        H: symmetric, shape (D, D). Eigenvalues may be negative or 0: then it does not converge.
        theta_star, theta0: shape (D,).
        lr: learning rate.
        t: number of steps, 0 or more. It may be large: the work must not grow in proportion to it.

    Returns:
        (theta_t of shape (D,), converges), the second one True or False.
    """
    if H.shape != H.T.shape or not np.allclose(H, H.T):
        raise ValueError("H is not symmetric")
    if t < 0:
        raise ValueError(f"t is {t}: it must not be negative")
    eigenvalues, directions = np.linalg.eigh(H)
    error = directions.T @ (theta0 - theta_star)
    theta_t = theta_star + directions @ ((1 - lr * eigenvalues) ** t * error)
    converges = bool(np.all((lr * eigenvalues > 0) & (lr * eigenvalues < 2)))
    return theta_t, converges
