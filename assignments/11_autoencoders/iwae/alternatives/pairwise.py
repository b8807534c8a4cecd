import numpy as np


def iwae_bound(log_w):
    return np.logaddexp.reduce(log_w - np.log(log_w.shape[0]), axis=0)
