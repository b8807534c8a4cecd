import math

import numpy as np


def ddim_step(x_t, eps_hat, ab_t, ab_prev, eta=0.0, noise=None):
    a, b = float(ab_t), float(ab_prev)
    data = x_t / math.sqrt(a) - math.sqrt(1 / a - 1) * eps_hat
    if eta == 0:
        return math.sqrt(b) * data + math.sqrt(1 - b) * eps_hat
    s = eta * math.sqrt((1 - b) / (1 - a) * (1 - a / b))
    return math.sqrt(b) * data + math.sqrt(abs(1 - b - s * s)) * eps_hat + s * np.asarray(noise)


def ddim_sample(model, x_last, tau, alpha_bar):
    tau, x = list(tau), x_last
    for now, before in zip(reversed(tau), [*reversed(tau[:-1]), -1]):
        share = 1.0 if before < 0 else alpha_bar[before]
        index = np.zeros(x.shape[0], dtype=int) + now
        x = ddim_step(x_t=x, eps_hat=model(x, index), ab_t=alpha_bar[now], ab_prev=share)
    return x
