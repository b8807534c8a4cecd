"""L-BFGS: Newton's direction without the Hessian, from the last few steps and what they did to the gradient."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Vector = Float[np.ndarray, "D"]


def lbfgs_direction(g: Vector, S: list[Vector], Y: list[Vector]) -> Vector:
    """The direction -H g, where H approximates the inverse Hessian; H itself is never built.

    Pair i says that the step s_i changed the gradient by y_i. With rho_i = 1 / (y_i^T s_i), the recursion is

        q = g
        from the newest pair to the oldest:    alpha_i = rho_i * s_i^T q;    q <- q - alpha_i * y_i
        r = gamma * q
        from the oldest pair to the newest:    b = rho_i * y_i^T r;          r <- r + s_i * (alpha_i - b)
        direction = -r

    gamma = s^T y / y^T y of the newest pair is the scale of the first guess; without any pairs it is 1.

    Args:
        g: gradient, shape (D,).
        S: steps, the oldest first, each of shape (D,).
        Y: changes of the gradient, in the same order. All y_i^T s_i are greater than 0. If there are not as many
            as steps, a ValueError is raised.

    Returns:
        The direction, shape (D,).
    """
    if len(S) != len(Y):
        raise ValueError(f"Y holds {len(Y)} changes for {len(S)} steps")
    if any(y @ s <= 0 for s, y in zip(S, Y)):
        raise ValueError("Y holds a y with y^T s <= 0")
    q, alphas = g, []
    for s, y in zip(reversed(S), reversed(Y)):
        alpha = s @ q / (y @ s)
        q = q - alpha * y
        alphas.append(alpha)
    gamma = S[-1] @ Y[-1] / (Y[-1] @ Y[-1]) if S else 1.0
    r = gamma * q
    for s, y, alpha in zip(S, Y, reversed(alphas)):
        b = y @ r / (y @ s)
        r = r + s * (alpha - b)
    return -r
