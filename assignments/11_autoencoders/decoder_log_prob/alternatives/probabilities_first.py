import numpy as np


def decoder_log_prob(x, params, family):
    if family == "gaussian":
        mu, logvar = params
        sigma = np.exp(0.5 * logvar)
        return -(np.log(sigma * np.sqrt(2 * np.pi)) + 0.5 * ((x - mu) / sigma) ** 2).sum(-1)
    if family == "bernoulli":
        softplus = np.maximum(params, 0) + np.log1p(np.exp(-np.abs(params)))
        return (x * params - softplus).sum(-1)
    total = np.logaddexp.reduce(params, axis=2)
    chosen = (np.eye(params.shape[2])[x] * params).sum(axis=2)
    return (chosen - total).sum(axis=1)
