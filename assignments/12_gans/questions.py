"""Densities and distances, for the questions of this topic."""

from __future__ import annotations

import math


def gaussian_density(x: float, mean: float, variance: float = 1.0) -> float:
    return math.exp(-((x - mean) ** 2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)


def optimal_discriminator(p_data: float, p_model: float) -> float:
    """Of the original game, at a point with these two densities."""
    return p_data / (p_data + p_model)


def frechet_distance(mean1: float, variance1: float, mean2: float, variance2: float) -> float:
    """Between two Gaussians on a line, squared: what FID is in one dimension."""
    return (mean1 - mean2) ** 2 + variance1 + variance2 - 2 * math.sqrt(variance1 * variance2)
