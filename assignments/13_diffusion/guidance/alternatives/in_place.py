import numpy as np


def eps_to_score(eps, i, alpha_bar):
    score = np.negative(eps)
    score.reshape(len(eps), -1)[...] /= np.sqrt(1 - alpha_bar)[i][:, None]
    return score


def cfg_combine(eps_cond, eps_uncond, w):
    guided = np.subtract(eps_cond, eps_uncond)
    guided *= w
    guided += eps_cond
    return guided
