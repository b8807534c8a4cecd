import numpy as np


def cfg_combine(eps_cond, eps_uncond, w):
    guided = np.subtract(eps_cond, eps_uncond)
    guided *= w
    guided += eps_cond
    return guided
