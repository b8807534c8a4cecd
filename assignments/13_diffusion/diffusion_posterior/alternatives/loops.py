import numpy as np


def posterior_mean_variance(x0, x_t, i, beta):
    mean, variance = np.empty_like(x0), np.empty(len(x0))
    for n, step in enumerate(i):
        before = float(np.prod(1 - beta[:step]))
        now = before * (1 - beta[step])
        share = beta[step] / (1 - now)
        mean[n] = before**0.5 * share * x0[n] + (1 - beta[step]) ** 0.5 * (1 - before) / (1 - now) * x_t[n]
        variance[n] = share * (1 - before)
    return mean, variance


def predict_x0_from_eps(x_t, eps, i, alpha_bar):
    return np.stack([(x - (1 - a) ** 0.5 * e) / a**0.5 for x, e, a in zip(x_t, eps, alpha_bar[i])])


def mean_from_eps(x_t, eps, i, beta):
    out = x_t.copy()
    for n, step in enumerate(i):
        out[n] -= beta[step] / np.sqrt(1 - np.prod(1 - beta[: step + 1])) * eps[n]
        out[n] /= np.sqrt(1 - beta[step])
    return out
