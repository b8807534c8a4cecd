"""Squared cosines of half the angle; a running batch size."""

import math

import numpy as np


def step_decay(t, lr0, gamma, period, smooth=False):
    if smooth:
        return lr0 * math.exp(math.log(gamma) * t / period)
    rate = lr0
    for _ in range(math.floor(t / period)):
        rate *= gamma
    return rate


def power_decay_lr(n, a, p=1.0):
    if n <= 0:
        raise ValueError("n")
    infinite_sum, finite_squares = p <= 1, 2 * p > 1
    return a * n ** (-p), infinite_sum and finite_squares


def cosine_annealing(t, T, lr_max, lr_min=0.0):
    if t > T:
        return lr_min
    share = math.cos(math.pi * t / (2 * T)) ** 2
    return lr_max * share + lr_min * (1 - share)


def warmup_cosine(t, T, T_w, lr_max, lr_min=0.0):
    if t >= T:
        return lr_min
    if t >= T_w:
        u = (t - T_w) / (T - T_w)
        return lr_min + (lr_max - lr_min) * (1 + math.cos(math.pi * u)) / 2
    return t / T_w * lr_max


def onecycle_lr(t, total, lr_max, pct=0.3, div=25.0, final_div=1e4):
    if t < 0 or t > total - 1:
        raise ValueError(f"t: {t}")
    peak = pct * total - 1
    if t < peak:
        a, b, u = lr_max / div, lr_max, t / peak
    else:
        a, b, u = lr_max, lr_max / div / final_div, (t - peak) / (total - 1 - peak)
    return b + (a - b) * (1 + math.cos(math.pi * u)) / 2


def batch_size_schedule(epochs, b0, factor, milestones, cap, n):
    size, sizes, updates = b0, [], 0
    for epoch in range(epochs):
        if epoch in milestones:
            size *= factor
        now = min(size, cap)
        sizes.append(now)
        updates += -(-n // now)
    return np.array(sizes, dtype=int), updates
