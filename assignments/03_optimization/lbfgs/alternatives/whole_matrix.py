"""The matrix that the recursion avoids."""

import numpy as np


def lbfgs_direction(g, S, Y):
    if len(S) != len(Y):
        raise ValueError("S and Y belong together")
    if not S:
        return -g
    eye = np.eye(g.size)
    H = eye * (S[-1] @ Y[-1]) / (Y[-1] @ Y[-1])
    for s, y in zip(S, Y):
        rho = 1 / (y @ s)
        left = eye - rho * np.outer(s, y)
        H = left @ H @ left.T + rho * np.outer(s, s)
    return -(H @ g)
