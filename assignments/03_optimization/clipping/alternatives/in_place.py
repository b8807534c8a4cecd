"""Copies, changed in place where something has to change."""

import math

import numpy as np


def clip_grad_norm(grads, c):
    if c <= 0:
        raise ValueError(f"c = {c}")
    norm = math.hypot(*(float(np.linalg.norm(g)) for g in grads))
    out = [np.array(g) for g in grads]
    if norm > c:
        for g in out:
            g /= norm / c
    return tuple(out), norm


def clip_grad_value(grads, c):
    if c <= 0:
        raise ValueError(f"c = {c}")
    out = []
    for g in grads:
        g = g.copy()
        g[g > c] = c
        g[g < -c] = -c
        out.append(g)
    return out
