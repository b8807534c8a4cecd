import numpy as np


def linear_beta_schedule(steps, beta_min=1e-4, beta_max=0.02):
    return np.linspace(beta_min, beta_max, steps)


def cosine_alpha_bar(steps, s=0.008, clip=0.999):
    t = np.linspace(0, 1, steps + 1)
    curve = (1 + np.cos((t + s) / (1 + s) * np.pi)) / 2
    alpha = np.clip(curve[1:] / curve[:-1], 1 - clip, None)
    return np.multiply.accumulate(alpha), 1 - alpha
