"""Standard draws, scaled afterwards; Gram and Schmidt."""

import numpy as np


def xavier_init(shape, rng, dist="uniform", mode="avg"):
    fans = {"avg": (shape[0] + shape[1]) / 2, "fan_in": shape[0]}
    if mode not in fans or dist not in ("uniform", "normal"):
        raise ValueError(f"no mode {mode} with {dist}")
    std = fans[mode] ** -0.5
    if dist == "normal":
        return std * rng.standard_normal(shape)
    return std * np.sqrt(3) * (2 * rng.random(shape) - 1)


def kaiming_init(shape, rng, dist="normal", gain2=2.0):
    std = (gain2 / shape[0]) ** 0.5
    if dist == "normal":
        return std * rng.standard_normal(shape)
    if dist == "uniform":
        return rng.uniform(-1, 1, shape) * std * 3**0.5
    raise ValueError("dist")


def orthogonal_init(shape, rng, gain=1.0):
    short, long = sorted(shape)
    rows = []
    for _ in range(short):
        row = rng.normal(size=long)
        for _again in range(2):
            for other in rows:
                row = row - (row @ other) * other
        rows.append(row / np.linalg.norm(row))
    W = gain * np.array(rows)
    return W if shape[0] == short and short != long else W.T
