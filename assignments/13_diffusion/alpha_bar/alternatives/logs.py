import numpy as np


def alpha_bar_from_beta(beta):
    logs = np.log1p(-beta)
    alpha_bar = np.exp(np.cumsum(logs))
    return 1 - beta, alpha_bar, alpha_bar / (1 - beta)
