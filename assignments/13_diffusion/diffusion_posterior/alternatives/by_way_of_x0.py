import numpy as np


def posterior_mean_variance(x0, x_t, i, beta):
    # a regression of x_{t-1} on x_t, both normal once x_0 is known
    alpha, alpha_bar, alpha_bar_prev = (v[i] for v in alpha_bar_from_beta(beta))
    gain = np.sqrt(alpha) * (1 - alpha_bar_prev) / (1 - alpha_bar)
    axes = tuple(range(1, x0.ndim))
    surprise = x_t - np.expand_dims(np.sqrt(alpha_bar), axes) * x0
    mean = np.expand_dims(np.sqrt(alpha_bar_prev), axes) * x0 + np.expand_dims(gain, axes) * surprise
    return mean, (1 - alpha_bar_prev) * (1 - gain * np.sqrt(alpha))


def predict_x0_from_eps(x_t, eps, i, alpha_bar):
    axes = tuple(range(1, x_t.ndim))
    scale = np.expand_dims(1 / np.sqrt(alpha_bar[i]), axes)
    ratio = np.expand_dims(np.sqrt(1 / alpha_bar[i] - 1), axes)
    return scale * x_t - ratio * eps


def mean_from_eps(x_t, eps, i, beta):
    alpha, alpha_bar, alpha_bar_prev = alpha_bar_from_beta(beta=beta)
    axes = tuple(range(1, x_t.ndim))

    def column(values):
        return np.expand_dims(values[i], axes)

    x0 = (x_t - np.sqrt(1 - column(alpha_bar)) * eps) / np.sqrt(column(alpha_bar))
    of_x0 = column(np.sqrt(alpha_bar_prev) * beta / (1 - alpha_bar))
    return of_x0 * x0 + column(np.sqrt(alpha) * (1 - alpha_bar_prev) / (1 - alpha_bar)) * x_t
