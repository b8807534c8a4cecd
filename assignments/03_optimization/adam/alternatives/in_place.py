"""Copies, changed in place, in the manner of a library."""

import numpy as np


def adam_step(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, bias_correction=True):
    if not t >= 1:
        raise ValueError(f"t: {t}")
    theta, m, v = theta.copy(), m.copy(), v.copy()
    m *= b1
    m += (1 - b1) * g
    v *= b2
    v += (1 - b2) * np.square(g)
    c1, c2 = (1 - b1**t, 1 - b2**t) if bias_correction else (1.0, 1.0)
    denominator = np.sqrt(v) / np.sqrt(c2)
    denominator += eps
    theta -= (lr / c1) * m / denominator
    return theta, m, v


def adam_l2_step(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, weight_decay=0.01):
    full = g.copy()
    full += weight_decay * theta
    return adam_step(theta, m, v, t, full, lr, b1, b2, eps)


def adamw_step(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, weight_decay=0.01):
    shrunk = theta * (1 - lr * weight_decay)
    return adam_step(shrunk, m, v, t, g, lr, b1, b2, eps)


def adam_variant_step(theta, state, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, variant="amsgrad"):
    names = {"amsgrad": 3, "nadam": 2}
    if variant not in names:
        raise ValueError(f"variant: {variant}")
    m, v = (part.copy() for part in state[:2])
    m *= b1
    m += (1 - b1) * g
    v *= b2
    v += (1 - b2) * g**2
    new = [m, v]
    top, below = m / (1 - b1**t), v
    if variant == "amsgrad":
        below = np.fmax(v, state[2])
        new.append(below)
    else:
        top = b1 * top + (1 - b1) / (1 - b1**t) * g
    return theta - lr * top / (np.sqrt(below / (1 - b2**t)) + eps), tuple(new)
