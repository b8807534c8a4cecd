import numpy as np


def forward_diffusion_step(x_prev, beta_i, noise):
    angle = np.arcsin(np.sqrt(beta_i))
    return np.cos(angle) * x_prev + np.sin(angle) * noise


def q_sample(x0, i, alpha_bar, noise):
    signal, spread = np.sqrt(alpha_bar)[i], np.sqrt(1 - alpha_bar)[i]
    return np.einsum("n,n...->n...", signal, x0) + np.einsum("n,n...->n...", spread, noise)
