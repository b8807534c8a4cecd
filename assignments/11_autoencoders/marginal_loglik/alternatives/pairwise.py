import numpy as np


def marginal_loglik_mc(log_px_given_z):
    s = log_px_given_z.shape[0]
    return np.logaddexp.reduce(log_px_given_z, axis=0) - np.log(s)
