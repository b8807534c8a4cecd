import numpy as np


def elbo_mc(log_px_z, log_pz, log_qz):
    s = len(log_px_z)
    return log_px_z.sum(0) / s + log_pz.mean(0) - np.average(log_qz, axis=0)


def elbo_analytic_kl(log_px_z, mu, logvar):
    minus_kl = -kl_diag_gaussian_standard(logvar=logvar, mu=mu)
    return np.einsum("sn->n", log_px_z) / log_px_z.shape[0] + minus_kl
