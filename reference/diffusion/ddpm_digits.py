"""The same model on images: a small U-Net that learns to draw digits of 8 x 8 pixels."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import nn

from reference.diffusion.ddpm_simple_loss import ddpm_simple_loss
from reference.diffusion.unet_denoiser import UNetDenoiser


def to_model(pixels: Float[torch.Tensor, "N 64"]) -> Float[torch.Tensor, "N 1 8 8"]:
    """Images for the net: rows of 64 pixels from 0 to 16 become pictures with one channel and values from -1 to 1.

    0 becomes -1, 16 becomes 1, and what lies between is mapped linearly: the data then have about the size of the noise.
    """
    return (pixels / 8 - 1).reshape(-1, 1, 8, 8)


def image_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    pixels: Float[torch.Tensor, "N 64"],
    i: Int[torch.Tensor, "N"],
    noise: Float[torch.Tensor, "N 1 8 8"],
    alpha_bar: Float[torch.Tensor, "T"],
) -> float:
    """One step of training, downhill on `ddpm_simple_loss` for the images `to_model(pixels)`.

    What earlier batches left in the `.grad` fields does not count.

    Args:
        model: called as model(x_i, i) with images of shape (N, 1, 8, 8).
        optimizer: holds all parameters of the model.
        pixels: rows of the data, from 0 to 16.
        i, noise, alpha_bar: as in `ddpm_simple_loss`.

    Returns:
        The loss before the step, a Python float.
    """
    optimizer.zero_grad()
    loss = ddpm_simple_loss(model, to_model(pixels), i, noise, alpha_bar)
    loss.backward()
    optimizer.step()
    return loss.item()


def train_ddpm_digits(data: dict[str, np.ndarray], seed: int, steps: int = 600) -> dict:
    """Train UNetDenoiser(1, 8, 32), with the initial weights that torch gives its layers, on digits.

    The optimizer is Adam, learning rate 3e-3.

    T = 200. The usual betas, 1e-4 to 0.02, belong to 1000 steps; for T steps both ends are multiplied by 1000 / T, and
    beta is linear between them. Every training step draws 32 rows of the data (with replacement), for each of them a step i
    (0 to 199, all equally likely) and standard normal noise, all anew, and makes one `image_step`. Labels are not used.

    Args:
        data: a dict with "x_train", pixels from 0 to 16, float32, shape (n, 64), and "y_train", labels, shape (n,).
        seed: decides everything random: initial weights, rows, steps, noise.
        steps: number of training steps.

    Returns:
        A dict: "state", the state_dict of the trained model; "beta", the schedule, a tensor of shape (200,); "history", a
        dict with the list "loss", one float for each training step.
    """
    torch.manual_seed(seed)
    T = 200
    x = torch.as_tensor(data["x_train"])
    beta = torch.linspace(1e-4, 0.02, T) * 1000 / T
    alpha_bar = torch.cumprod(1 - beta, dim=0)
    model = UNetDenoiser(1, 8, 32)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    losses = []
    for _ in range(steps):
        pixels = x[torch.randint(len(x), (32,))]
        i = torch.randint(T, (32,))
        losses.append(image_step(model, optimizer, pixels, i, torch.randn(32, 1, 8, 8), alpha_bar))
    return {"state": model.state_dict(), "beta": beta, "history": {"loss": losses}}
