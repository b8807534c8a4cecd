import numpy as np


def gaussian_oracle_eps(x_t, i, alpha_bar, mu0, var0):
    """The expected data first; the noise is what they leave of x_t."""
    a = np.sqrt(alpha_bar[i])
    s = np.sqrt(1 - alpha_bar[i])
    while a.ndim < x_t.ndim:
        a, s = a[..., None], s[..., None]
    gain = a * var0 / (a**2 * var0 + s**2)
    x0 = mu0 + gain * (x_t - a * mu0)
    return (x_t - a * x0) / s
