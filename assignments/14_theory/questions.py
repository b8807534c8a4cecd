"""Small laws of learning theory, for the questions of this topic."""

from __future__ import annotations

import math


def scaling_exponent(n1: float, loss1: float, n2: float, loss2: float) -> float:
    """alpha of L = c N^(-alpha) through two points."""
    return -math.log(loss2 / loss1) / math.log(n2 / n1)


def sawtooth_pieces(compositions: int) -> int:
    """Linear pieces of g(g(...g(x))) on [0, 1], with g(x) = 2 min(x, 1 - x)."""
    return 2**compositions


def linear_rademacher_bound(weight_norm: float, data_norm: float, n: int) -> float:
    return weight_norm * data_norm / math.sqrt(n)
