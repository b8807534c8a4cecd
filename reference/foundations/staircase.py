"""Universal approximation by hand: steep sigmoids are steps, and steps make a staircase."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float


def staircase_approx(
    f: Callable[[np.ndarray], np.ndarray], n: int, sharpness: float
) -> tuple[Float[np.ndarray, "n-1"], Float[np.ndarray, "n-1"], Float[np.ndarray, "n-1"], float]:
    """The weights of a net with one hidden layer of sigmoids that follows f on [0, 1] as a staircase.

        net(x) = c0 + sum over j of  c_j sigmoid(w_j x + b_j)

    Cut [0, 1] into n cells of equal length. On each cell the net should be (nearly) constant, with the value of f at the
    middle of the cell. So it has to jump at the n - 1 borders between cells. A sigmoid with w_j = sharpness is a step if
    sharpness is large; choose b_j so that the step happens at the border, and c_j so that it has the right height.

    Args:
        f: a function of an array of numbers in [0, 1]; returns an array of the same shape.
        n: number of cells, at least 1, else ValueError is raised.
        sharpness: the weight of every hidden unit, above 0, else ValueError is raised.

    Returns:
        w, b and c, each of shape (n - 1,), one entry for each border from left to right, and c0, a float.
    """
    if n < 1:
        raise ValueError("n is below 1")
    if sharpness <= 0:
        raise ValueError("sharpness is not above 0")
    plateaus = f((np.arange(n) + 0.5) / n)
    borders = np.arange(1, n) / n
    w = np.full(n - 1, float(sharpness))
    return w, -sharpness * borders, np.diff(plateaus), float(plateaus[0])
