"""Logit by logit, with plain Python numbers."""

import math

import numpy as np


def log_sigmoid(a):
    return -math.log1p(math.exp(-a)) if a > 0 else a - math.log1p(math.exp(a))


def gan_value(real_logits, fake_logits):
    if real_logits.shape[0] == 0 or fake_logits.shape[0] == 0:
        raise ValueError("real_logits and fake_logits must not be empty")
    total = 0.0
    for a in real_logits:
        total += log_sigmoid(a) / real_logits.shape[0]
    for a in fake_logits:
        total += log_sigmoid(-a) / fake_logits.shape[0]
    return total


def gan_d_loss(real_logits, fake_logits):
    value = gan_value(real_logits, fake_logits)
    d_real, d_fake = np.empty_like(real_logits), np.empty_like(fake_logits)
    for n, a in enumerate(real_logits):
        d_real[n] = -math.exp(log_sigmoid(-a)) / len(real_logits)
    for m, a in enumerate(fake_logits):
        d_fake[m] = math.exp(log_sigmoid(a)) / len(fake_logits)
    return -value, d_real, d_fake


def gan_g_loss(fake_logits, kind="nonsat"):
    m = len(fake_logits)
    if m == 0:
        raise ValueError("fake_logits is empty")
    if kind == "nonsat":
        terms = [-log_sigmoid(a) for a in fake_logits]
        slopes = [-math.exp(log_sigmoid(-a)) for a in fake_logits]
    elif kind == "minimax":
        terms = [log_sigmoid(-a) for a in fake_logits]
        slopes = [-math.exp(log_sigmoid(a)) for a in fake_logits]
    else:
        raise ValueError("kind")
    return sum(terms) / m, np.array(slopes) / m
