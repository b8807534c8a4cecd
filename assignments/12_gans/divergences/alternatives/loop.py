"""Outcome by outcome, with plain numbers."""

import math


def kl_discrete(p, q):
    if p.shape != q.shape or (p < 0).any() or (q < 0).any():
        raise ValueError("p and q must be distributions over the same outcomes")
    total = 0.0
    for a, b in zip(p.tolist(), q.tolist()):
        if a == 0:
            continue
        if b == 0:
            return math.inf
        total += a * (math.log(a) - math.log(b))
    return total


def js_divergence(p, q):
    if p.shape != q.shape:
        raise ValueError("p and q differ in shape")
    return sum(kl_discrete(x, 0.5 * p + 0.5 * q) for x in (p, q)) / 2
