"""The loss that diffusion models are trained with: guess the noise."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import nn


def ddpm_simple_loss(
    model: nn.Module,
    x0: Float[torch.Tensor, "N *dims"],
    i: Int[torch.Tensor, "N"],
    noise: Float[torch.Tensor, "N *dims"],
    alpha_bar: Float[torch.Tensor, "T"],
) -> Float[torch.Tensor, ""]:
    """Mean squared error of the model's guess of the noise.

    Every sample of the batch is noised to its own step, in one go,

        x_i = sqrt(alpha_bar_i) x0 + sqrt(1 - alpha_bar_i) noise

    and the model, which sees x_i and i, is to say what the noise was. The loss is the mean of the squared errors over ALL
    elements: samples, channels, pixels.

    Args:
        model: called as model(x_i, i), returns a tensor of the shape of x_i.
        x0: clean data, N samples of any shape.
        i: step of each sample, from 0 to T - 1.
        noise: standard normal noise that was drawn for you, of the shape of x0.
        alpha_bar: cumulative products of 1 - beta.

    Returns:
        The loss, a scalar tensor through which gradients reach the model.
    """
    kept = alpha_bar[i].reshape(-1, *[1] * (x0.dim() - 1))  # (N, 1, ..., 1)
    x_i = torch.sqrt(kept) * x0 + torch.sqrt(1 - kept) * noise
    return ((noise - model(x_i, i)) ** 2).mean()
