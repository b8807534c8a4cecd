import numpy as np


def alpha_bar_from_beta(beta):
    alpha = np.ones_like(beta)
    alpha -= beta
    before, after, left = np.empty_like(beta), np.empty_like(beta), 1.0
    for t, a in enumerate(alpha):
        before[t] = left
        left = after[t] = left * a
    return alpha, after, before
