"""The ready-made loss, the broadcast by indexing with None."""

import torch.nn.functional as F


def ddpm_simple_loss(model, x0, i, noise, alpha_bar):
    signal = alpha_bar.sqrt()[i]
    sigma = (1 - alpha_bar).sqrt()[i]
    for _ in x0.shape[1:]:
        signal, sigma = signal[..., None], sigma[..., None]
    noised = sigma * noise
    noised += signal * x0
    return F.mse_loss(model(noised, i), noise)
