import numpy as np


def eps_to_score(eps, i, alpha_bar):
    return np.stack([-one / (1 - alpha_bar[k]) ** 0.5 for one, k in zip(eps, i)])


def cfg_combine(eps_cond, eps_uncond, w):
    return eps_uncond + (1 + w) * (eps_cond - eps_uncond)
