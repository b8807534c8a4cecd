"""How a family of nets grows: deeper, wider and sharper at once."""

from __future__ import annotations

import math


def compound_scaling(phi: float, alpha: float, beta: float, gamma: float) -> tuple[float, float, float, float]:
    """By how much depth, width, resolution and cost of a net grow with one number phi.

    The number of layers is multiplied by alpha^phi, the number of channels by beta^phi, height and width of the images by
    gamma^phi. The multiply-adds of a convolutional net grow with the number of layers, with the square of the number of
    channels (a kernel has an input and an output side), and with the square of the resolution. What that makes for the
    whole net is for you to put together.

    Args:
        phi: how far to go; 0 leaves the net as it is, and it may be a fraction or negative.
        alpha, beta, gamma: growth of depth, width and resolution for phi = 1, greater than 0.

    Returns:
        The four factors (depth, width, resolution, multiply-adds), floats.

    Raises:
        ValueError: if alpha, beta or gamma is not greater than 0.
    """
    for name, value in (("alpha", alpha), ("beta", beta), ("gamma", gamma)):
        if value <= 0:
            raise ValueError(f"{name}: {value} is not greater than 0")
    depth, width, resolution = alpha**phi, beta**phi, gamma**phi
    return depth, width, resolution, depth * width**2 * resolution**2


def largest_phi(budget: float, alpha: float, beta: float, gamma: float) -> float:
    """The phi at which the multiply-adds have grown by the factor `budget`, as a float.

    Args:
        budget: how many times as many multiply-adds are allowed, greater than 0.
        alpha, beta, gamma: as in `compound_scaling`.

    Returns:
        phi; negative if budget is less than 1.

    Raises:
        ValueError: if budget is not greater than 0, or if the cost does not change with phi.
    """
    if budget <= 0:
        raise ValueError(f"budget: {budget} is not greater than 0")
    growth = math.log(compound_scaling(1.0, alpha, beta, gamma)[3])
    if growth == 0:
        raise ValueError("alpha, beta, gamma: with these the cost does not depend on phi")
    return math.log(budget) / growth
