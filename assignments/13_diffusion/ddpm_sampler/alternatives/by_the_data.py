import numpy as np


def ddpm_step(x_i, i, eps_hat, noise, beta, variance):
    """By way of the data that the noise stands for: the posterior mean at that guess."""
    across = [slice(None)] + [None] * (x_i.ndim - 1)
    b = beta[i][tuple(across)]
    after = np.cumprod(1 - beta)[i][tuple(across)]
    before = after / (1 - b)
    x0 = (x_i - np.sqrt(1 - after) * eps_hat) / np.sqrt(after)
    tilde = b * (1 - before) / (1 - after)
    mean = (np.sqrt(before) * b * x0 + np.sqrt(1 - b) * (1 - before) * x_i) / (1 - after)
    spread = np.sqrt(np.maximum(b if variance == "beta" else tilde, 0))
    spread[i == 0] = 0
    return mean + spread * noise


def ddpm_sample(model, x_last, noises, beta, variance):
    x, n = x_last.copy(), x_last.shape[0]
    for k, noise in zip(range(len(beta) - 1, -1, -1), noises[::-1]):
        now = k * np.ones(n, dtype=np.int32)
        x = ddpm_step(x_i=x, i=now, eps_hat=model(x, now), noise=noise, beta=beta, variance=variance)
    return x
