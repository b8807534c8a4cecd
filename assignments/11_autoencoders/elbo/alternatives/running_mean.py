import numpy as np


def elbo_mc(log_px_z, log_pz, log_qz):
    bound = np.zeros(log_px_z.shape[1])
    for s, (likelihood, prior, proposal) in enumerate(zip(log_px_z, log_pz, log_qz)):
        bound += (likelihood - (proposal - prior) - bound) / (s + 1)
    return bound


def elbo_analytic_kl(log_px_z, mu, logvar):
    kl = 0.5 * ((mu * mu).sum(axis=1) + np.expm1(logvar).sum(axis=1) - logvar.sum(axis=1))
    bound = -kl
    for row in log_px_z:
        bound += row / len(log_px_z)
    return bound
