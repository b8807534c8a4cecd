"""Entry by entry, with the math module."""

import math


def bce_loss(p, y, eps=1e-12):
    if p.shape != y.shape or min(p.min(), y.min()) < 0 or max(p.max(), y.max()) > 1:
        raise ValueError("p or y")
    if eps <= 0 or eps >= 0.5:
        raise ValueError("eps")
    total = 0.0
    for probability, answer in zip(p.ravel().tolist(), y.ravel().tolist()):
        probability = min(max(probability, eps), 1 - eps)
        total -= answer * math.log(probability) + (1 - answer) * math.log(1 - probability)
    return total / p.shape[0]


def bce_from_logits(z, y):
    if y.shape != z.shape:
        raise ValueError("shapes")
    total = 0.0
    for logit, answer in zip(z.ravel().tolist(), y.ravel().tolist()):
        if not 0 <= answer <= 1:
            raise ValueError("y")
        total += math.log1p(math.exp(-abs(logit)))
        total += (1 - answer) * logit if logit > 0 else -logit * answer
    return total / len(z)
