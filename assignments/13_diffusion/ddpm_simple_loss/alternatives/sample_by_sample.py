"""Sample after sample, the model called for each."""

import torch


def ddpm_simple_loss(model, x0, i, noise, alpha_bar):
    total = 0
    for clean, step, eps in zip(x0, i, noise):
        kept = alpha_bar[step]
        noised = kept**0.5 * clean + (1 - kept) ** 0.5 * eps
        guess = model(noised[None], step[None])[0]
        total = total + torch.sum((guess - eps).square())
    return total / noise.numel()
