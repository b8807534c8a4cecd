import math

import numpy as np


def ddpm_step(x_i, i, eps_hat, noise, beta, variance):
    out = np.empty(x_i.shape)
    for n, k in enumerate(i):
        before = float(np.prod(1 - beta[:k]))
        after = before * (1 - beta[k])
        out[n] = (x_i[n] - beta[k] * eps_hat[n] / math.sqrt(1 - after)) / math.sqrt(1 - beta[k])
        if k != 0:
            v = beta[k]
            if variance == "posterior":
                v = v * (1 - before) / (1 - after)
            out[n] += math.sqrt(v) * noise[n]
    return out


def ddpm_sample(model, x_last, noises, beta, variance):
    x, k = np.array(x_last), len(beta)
    after = np.cumprod(1 - beta)
    while k > 0:
        k -= 1
        eps = model(x, np.array([k] * len(x)))
        x = (x - beta[k] / np.sqrt(1 - after[k]) * eps) / np.sqrt(1 - beta[k])
        if k > 0:
            v = beta[k] if variance == "beta" else beta[k] * (1 - after[k - 1]) / (1 - after[k])
            x = x + np.sqrt(v) * noises[k]
    return x
