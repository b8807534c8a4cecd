"""How an L2 penalty and early stopping shrink the minimum of a quadratic loss, direction by direction."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Parameters = Float[np.ndarray, "D"]
Hessian = Float[np.ndarray, "D D"]


def ridge_shrinkage(h: Hessian, theta_star: Parameters, lam: float) -> Parameters:
    """Where the minimum of a quadratic loss moves when an L2 penalty is added.

    Returns the minimiser over theta of

        1/2 (theta - theta_star)^T H (theta - theta_star)  +  lam / 2 * |theta|^2

    Set the gradient to zero and solve for theta. Along an eigenvector of H with eigenvalue e,
    theta_star is shrunk by the factor e / (e + lam): steep directions are kept, flat ones go to 0.

    Args:
        h: the Hessian H, symmetric, eigenvalues >= 0 (some may be 0), shape (D, D).
        theta_star: minimum without the penalty, shape (D,).
        lam: strength of the penalty, > 0.

    Returns:
        The minimiser, shape (D,).
    """
    identity = np.eye(len(h))
    return np.linalg.solve(h + lam * identity, h @ theta_star)


def early_stopping_shrinkage(h: Hessian, theta_star: Parameters, lr: float, steps: int) -> Parameters:
    """Where gradient descent stands when it is stopped early.

    The loss is 1/2 (theta - theta_star)^T H (theta - theta_star), descent starts at theta = 0 and makes
    `steps` (T) steps with the learning rate `lr`. Each step multiplies theta - theta_star by the same
    matrix; give the result in closed form:

        theta_T = (I - (I - lr H)^T) theta_star             (^T: the T-th power of the matrix)

    Args:
        h: the Hessian H, symmetric, shape (D, D).
        theta_star: minimum of the loss, shape (D,).
        lr: learning rate.
        steps: number of steps T, at least 0.

    Returns:
        theta_T, shape (D,).
    """
    identity = np.eye(len(h))
    left_over = np.linalg.matrix_power(identity - lr * h, steps)
    return (identity - left_over) @ theta_star


def matching_lambda(lr: float, steps: int) -> float:
    """The ridge strength that acts like stopping after so many steps.

    Along an eigenvector of H with eigenvalue e, ridge keeps the share e / (e + lam) of theta_star, and
    early stopping the share 1 - (1 - lr e)^T. Return the lam for which the two agree to first order
    in e where e is small: longer training is a weaker penalty.

    Args:
        lr: learning rate of the descent.
        steps: number of steps T, at least 1.

    Returns:
        lam, a number.
    """
    return 1.0 / (lr * steps)
