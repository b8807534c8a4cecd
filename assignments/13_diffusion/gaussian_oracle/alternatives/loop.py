import numpy as np


def gaussian_oracle_eps(x_t, i, alpha_bar, mu0, var0):
    out = np.zeros_like(x_t)
    for n in range(len(x_t)):
        share = float(alpha_bar[i[n]])
        spread = share * np.asarray(var0) + 1 - share
        out[n] = (x_t[n] - share**0.5 * np.asarray(mu0)) * (1 - share) ** 0.5 / spread
    return out
