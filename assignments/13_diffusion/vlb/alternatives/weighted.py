import numpy as np


def vlb_term(x0, x_t, eps_hat, i, beta, variance):
    if 0 in i:
        raise ValueError
    alpha_bar = np.cumprod(1 - beta)
    shape = (len(i),) + (1,) * (x0.ndim - 1)
    left = alpha_bar[i].reshape(shape)
    eps = (x_t - np.sqrt(left) * x0) / np.sqrt(1 - left)
    sigma2 = {"beta": beta[i], "posterior": beta[i] * (1 - alpha_bar[i - 1]) / (1 - alpha_bar[i])}[variance]
    weight = beta[i] ** 2 / (2 * sigma2 * (1 - beta[i]) * (1 - alpha_bar[i]))
    return weight * ((eps - eps_hat) ** 2).sum(axis=tuple(range(1, x0.ndim)))
