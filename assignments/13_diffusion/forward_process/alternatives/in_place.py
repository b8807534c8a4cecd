import math

import numpy as np


def forward_diffusion_step(x_prev, beta_i, noise):
    x = x_prev.copy()
    x *= math.sqrt(1 - beta_i)
    x += math.sqrt(beta_i) * noise
    return x


def q_sample(x0, i, alpha_bar, noise):
    out = np.empty_like(x0)
    for n, step in enumerate(i):
        out[n] = alpha_bar[step] ** 0.5 * x0[n] + (1 - alpha_bar[step]) ** 0.5 * noise[n]
    return out
