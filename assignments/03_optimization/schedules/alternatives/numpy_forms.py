"""With numpy: interpolation, clipping, a cumulative count."""

import numpy as np


def step_decay(t, lr0, gamma, period, smooth=False):
    power = np.divide(t, period)
    return float(lr0 * np.power(gamma, power if smooth else np.floor(power)))


def power_decay_lr(n, a, p=1.0):
    if n < 1:
        raise ValueError("n counts from 1")
    return a / float(n) ** p, bool(p > 0.5 and p <= 1.0)


def cosine_annealing(t, T, lr_max, lr_min=0.0):
    angle = np.clip(t / T, 0, 1) * np.pi
    return float(lr_min + (lr_max - lr_min) * (1 + np.cos(angle)) / 2)


def warmup_cosine(t, T, T_w, lr_max, lr_min=0.0):
    if t < T_w:
        return float(np.interp(t, [0, T_w], [0.0, lr_max]))
    return cosine_annealing(t - T_w, T - T_w, lr_max=lr_max, lr_min=lr_min)


def onecycle_lr(t, total, lr_max, pct=0.3, div=25.0, final_div=1e4):
    if not (t >= 0 and t < total):
        raise ValueError("t")
    top = pct * total - 1
    u = np.interp(t, [0, top, total - 1], [0.0, 1.0, 2.0])
    ends = [lr_max / div, lr_max / (div * final_div)]
    low = ends[0] if u <= 1 else ends[1]
    return float(low + (lr_max - low) * 0.5 * (1 - np.cos(np.pi * u)))


def batch_size_schedule(epochs, b0, factor, milestones, cap, n):
    hits = np.zeros(epochs, dtype=int)
    for milestone in milestones:
        if milestone < epochs:
            hits[milestone] += 1
    sizes = np.minimum(b0 * factor ** np.cumsum(hits), cap)
    return sizes, int(np.sum((n + sizes - 1) // sizes))
