"""Each mode is a matrix, applied again and again."""

import numpy as np


def gan_game_dynamics(theta0, psi0, eta, steps, mode):
    if steps < 0:
        raise ValueError("steps must not be negative")
    if mode == "simultaneous":
        move = np.array([[1, -eta], [eta, 1]])
    elif mode == "alternating":
        psi_moves, theta_moves = np.array([[1, 0], [eta, 1]]), np.array([[1, -eta], [0, 1]])
        move = theta_moves @ psi_moves
    else:
        raise ValueError("mode must be simultaneous or alternating")
    way = [np.array([theta0, psi0], dtype=float)]
    for _ in range(steps):
        way.append(move @ way[-1])
    return np.array(way)
