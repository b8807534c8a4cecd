"""By a cross-entropy from logits with labels, in its usual stable form."""

import numpy as np


def bce(logits, label):
    return np.maximum(logits, 0) - logits * label + np.log1p(np.exp(-np.abs(logits)))


def prob(a):
    e = np.exp(-np.abs(a))
    return np.where(a >= 0, 1.0, e) / (1.0 + e)


def gan_d_loss(real_logits, fake_logits):
    if len(real_logits) == 0:
        raise ValueError("no real samples in real_logits")
    if len(fake_logits) == 0:
        raise ValueError("no fakes in fake_logits")
    loss = bce(real_logits, 1).mean() + bce(fake_logits, 0).mean()
    return loss, (prob(real_logits) - 1) / len(real_logits), (prob(fake_logits) - 0) / len(fake_logits)


def gan_value(real_logits, fake_logits):
    return -gan_d_loss(real_logits, fake_logits)[0]


def gan_g_loss(fake_logits, kind="nonsat"):
    if kind not in ("nonsat", "minimax"):
        raise ValueError("kind must be nonsat or minimax")
    if not len(fake_logits):
        raise ValueError("fake_logits")
    label = {"nonsat": 1, "minimax": 0}[kind]
    sign = 2 * label - 1
    return sign * bce(fake_logits, label).mean(), sign * (prob(fake_logits) - label) / len(fake_logits)
