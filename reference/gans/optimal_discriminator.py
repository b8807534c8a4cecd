"""The best discriminator against a given generator, and what the generator then minimises."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Density = Float[np.ndarray, "G"]


def optimal_discriminator(log_p: Float[np.ndarray, "..."], log_q: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    """D*(x) = p(x) / (p(x) + q(x)), from the logarithms of both densities.

    At every point x, this D makes p ln D + q ln(1 - D) as large as it can be. Far from all data both densities are too
    small for a float (log-densities of -10,000); D* is a fair probability there as well.

    Args:
        log_p: ln p at some points, p the density of the data; any shape.
        log_q: ln q at the same points, q the density of the fakes; the same shape.

    Returns:
        D* at these points, of the same shape.

    Raises:
        ValueError: if the shapes differ; the message names an argument.
    """
    if log_p.shape != log_q.shape:
        raise ValueError(f"log_q has shape {log_q.shape}, log_p has shape {log_p.shape}")
    return np.exp(-np.logaddexp(0.0, log_q - log_p))


def generator_criterion(p: Density, q: Density, dx: float) -> float:
    """What is left of the game's value when the discriminator is the best one against q.

        C = -ln 4 + 2 JSD(p, q),    JSD = 1/2 KL(p || m) + 1/2 KL(q || m),    m = (p + q) / 2

    for densities on a grid: an integral is the sum over the grid, times dx. Where a density is 0 it adds nothing, and
    numpy warns of nothing.

    Args:
        p: density of the data at the points of a grid, shape (G,).
        q: density of the fakes at the same points, shape (G,).
        dx: distance of neighbouring points, greater than 0.

    Returns:
        C, a number from -ln 4 (for p = q) to 0 (for densities that do not overlap).

    Raises:
        ValueError: if the shapes differ, or dx is not greater than 0; the message names an argument.
    """
    if p.shape != q.shape:
        raise ValueError(f"q has shape {q.shape}, p has shape {p.shape}")
    if dx <= 0:
        raise ValueError(f"dx is {dx}: it must be greater than 0")
    m = (p + q) / 2
    jsd = 0.0
    for density in (p, q):
        some = density > 0
        jsd += 0.5 * np.sum(density[some] * np.log(density[some] / m[some])) * dx
    return -np.log(4) + 2 * jsd
