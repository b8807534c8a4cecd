import math

import numpy as np


def linear_beta_schedule(steps, beta_min=1e-4, beta_max=0.02):
    gaps = max(steps - 1, 1)
    return np.array([((gaps - i) * beta_min + i * beta_max) / gaps for i in range(steps)])


def cosine_alpha_bar(steps, s=0.008, clip=0.999):
    def f(t):
        return math.cos((t / steps + s) / (1 + s) * math.pi / 2) ** 2

    alpha_bar, beta, left = np.zeros(steps), np.zeros(steps), 1.0
    for t in range(1, steps + 1):
        beta[t - 1] = min((f(t - 1) - f(t)) / f(t - 1), clip)
        left *= 1 - beta[t - 1]
        alpha_bar[t - 1] = left
    return alpha_bar, beta
