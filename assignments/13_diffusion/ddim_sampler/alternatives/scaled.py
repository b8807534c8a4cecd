import numpy as np


def ddim_step(x_t, eps_hat, ab_t, ab_prev, eta=0.0, noise=None):
    """In coordinates x / sqrt(alpha_bar), with the fresh noise as a correction."""
    level_t, level_prev = np.sqrt((1 - ab_t) / ab_t), np.sqrt((1 - ab_prev) / ab_prev)
    scaled = x_t / np.sqrt(ab_t)
    if not eta or noise is None:
        return np.sqrt(ab_prev) * (scaled + (level_prev - level_t) * eps_hat)
    fresh = eta**2 * (1 - ab_prev) / (1 - ab_t) * (1 - ab_t / ab_prev)
    kept = np.sqrt(np.maximum(1 - ab_prev - fresh, 0.0))
    return np.sqrt(ab_prev) * (scaled - level_t * eps_hat) + kept * eps_hat + np.sqrt(fresh) * noise


def ddim_sample(model, x_last, tau, alpha_bar):
    scaled = x_last / np.sqrt(alpha_bar[tau[-1]])
    levels = np.sqrt((1 - alpha_bar) / alpha_bar)
    for now, then in zip(tau[::-1], [*tau[-2::-1], None]):
        eps = model(np.sqrt(alpha_bar[now]) * scaled, np.repeat(now, len(x_last)))
        scaled = scaled + ((0.0 if then is None else levels[then]) - levels[now]) * eps
    return scaled
