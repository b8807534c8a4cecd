import numpy as np


def ddim_invert(model, x0, tau, alpha_bar):
    x, shares = x0.copy(), np.concatenate([[1.0], alpha_bar[tau]])
    for j in range(len(tau)):
        eps = model(x, tau[j] * np.ones(len(x), dtype=int))
        data = (x - np.sqrt(1 - shares[j]) * eps) / np.sqrt(shares[j])
        x = np.sqrt(shares[j + 1]) * data + np.sqrt(1 - shares[j + 1]) * eps
    return x
