"""Averages and rates, for the questions of this topic."""

from __future__ import annotations

from collections.abc import Sequence


def federated_average(weights: Sequence[float], sizes: Sequence[int]) -> float:
    """Each client counts by its number of samples."""
    return sum(w * n for w, n in zip(weights, sizes)) / sum(sizes)


def parity_gap(positive1: int, total1: int, positive2: int, total2: int) -> float:
    """Difference of the shares of positive decisions in two groups."""
    return abs(positive1 / total1 - positive2 / total2)
