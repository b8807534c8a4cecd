"""The smallest game of two players: who learns when decides what becomes of them."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def gan_game_dynamics(theta0: float, psi0: float, eta: float, steps: int, mode: str) -> Float[np.ndarray, "steps+1 2"]:
    """The way of both players in the game V(theta, psi) = theta * psi, in steps of size eta.

    theta is the generator and goes DOWNHILL on V; psi is the discriminator and goes UPHILL. The only place at which both
    are content is (0, 0).

        mode "simultaneous":  both move at once, each by the slope at the old place of the other one
        mode "alternating":   psi moves first; then theta moves, by the slope at the NEW psi

    Args:
        theta0, psi0: where the players begin.
        eta: size of the steps.
        steps: number of steps, at least 0; in each of them both players move once.
        mode: "simultaneous" or "alternating".

    Returns:
        An array of shape (steps+1, 2): row t holds theta and psi after t steps, row 0 is the beginning.

    Raises:
        ValueError: for any other mode, and if steps is negative; the message names the argument.
    """
    if mode not in ("simultaneous", "alternating"):
        raise ValueError(f"mode is {mode!r}: simultaneous or alternating")
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    trajectory = np.empty((steps + 1, 2))
    trajectory[0] = theta, psi = theta0, psi0
    for t in range(steps):
        new_psi = psi + eta * theta  # dV/dpsi = theta
        seen = new_psi if mode == "alternating" else psi
        theta, psi = theta - eta * seen, new_psi  # dV/dtheta = psi
        trajectory[t + 1] = theta, psi
    return trajectory
