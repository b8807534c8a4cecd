"""The corrections folded into the learning rate and eps; incremental averages."""

import numpy as np


def _averages(m, v, g, b1, b2):
    return m + (1 - b1) * (g - m), v + (1 - b2) * (g * g - v)


def adam_step(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, bias_correction=True):
    if t <= 0:
        raise ValueError("t starts at 1")
    m, v = _averages(m, v, g, b1, b2)
    root = np.sqrt(1 - b2**t) if bias_correction else 1.0
    rate = lr * root / (1 - b1**t) if bias_correction else lr
    return theta - rate * m / (np.sqrt(v) + eps * root), m, v


def adam_l2_step(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, weight_decay=0.01):
    return adam_step(theta, m, v, t, weight_decay * theta + g, lr, b1=b1, b2=b2, eps=eps)


def adamw_step(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, weight_decay=0.01):
    move, m, v = adam_step(np.zeros_like(theta), m, v, t, g, lr, b1, b2, eps)
    return (1 - lr * weight_decay) * theta + move, m, v


def adam_variant_step(theta, state, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, variant="amsgrad"):
    if variant == "amsgrad":
        m, v, most = state
        m, v = _averages(m, v, g, b1, b2)
        most = np.where(v > most, v, most)
        return theta - lr / (1 - b1**t) * m / (np.sqrt(most) / np.sqrt(1 - b2**t) + eps), [m, v, most]
    if variant == "nadam":
        m, v = _averages(*state, g, b1, b2)
        return theta - lr / (1 - b1**t) * (b1 * m + (1 - b1) * g) / (np.sqrt(v / (1 - b2**t)) + eps), [m, v]
    raise ValueError(variant)
