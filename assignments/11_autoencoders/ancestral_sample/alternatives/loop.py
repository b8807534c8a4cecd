import numpy as np


def ancestral_sample(decoder, z, family, noise):
    params = decoder(z)
    out = np.empty(noise.shape, dtype=np.int64 if family == "categorical" else np.float64)
    for i, j in np.ndindex(*noise.shape):
        u = noise[i, j]
        if family == "gaussian":
            out[i, j] = params[0][i, j] + np.exp(0.5 * params[1][i, j]) * u
        elif family == "bernoulli":
            a = params[i, j]
            p = 1 / (1 + np.exp(-a)) if a > 0 else np.exp(a) / (1 + np.exp(a))
            out[i, j] = 1.0 if u < p else 0.0
        else:
            weights = np.exp(params[i, j] - params[i, j].max())
            cdf = np.cumsum(weights / weights.sum())
            out[i, j] = min(np.searchsorted(cdf, u, side="right"), len(cdf) - 1)
    return out
