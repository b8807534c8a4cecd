"""A whole GAN for numbers on a line."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from reference.gans.gan_train_step import gan_train_step


def _mlp(n_in: int, hidden: int, n_out: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(n_in, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, n_out),
    )


def gan_optimizers(G: nn.Module, D: nn.Module, lr: float = 1e-3) -> tuple[torch.optim.Optimizer, torch.optim.Optimizer]:
    """An optimizer for each player: Adam with betas (0.5, 0.999).

    Half of the momentum of the usual 0.9: the slope that a player follows changes with every step of the other one, and
    old slopes mislead.

    Args:
        G, D: the players. No optimizer holds a parameter of the other player.
        lr: learning rate of both.

    Returns:
        (opt_g, opt_d).

    Raises:
        ValueError: if lr is not greater than 0; the message names it.
    """
    if lr <= 0:
        raise ValueError(f"lr is {lr}: it must be greater than 0")
    opt_g, opt_d = (torch.optim.Adam(player.parameters(), lr=lr, betas=(0.5, 0.999)) for player in (G, D))
    return opt_g, opt_d


def train_gan_1d(data: dict[str, np.ndarray], seed: int, steps: int = 1500) -> dict:
    """Train a GAN on numbers: the generator learns to draw from the distribution of the data.

    Both nets have two hidden layers of 32 units:

        Linear -> LeakyReLU(0.2) -> Linear (32 to 32) -> LeakyReLU(0.2) -> Linear

    The generator leads from 4 latents to 1 number, with nothing behind its last layer; the discriminator from 1 number to 1
    logit. Each step draws 128 rows of the data (with replacement) and twice 128 standard normal latents, all anew, and
    makes one `gan_train_step` with the optimizers of `gan_optimizers`, rate 1e-3.

    Args:
        data: a dict with "x_train", float32, shape (n, 1).
        seed: decides everything random: initial weights, rows, latents.
        steps: number of steps (0: the initial weights are returned).

    Returns:
        A dict: "state", the state_dict of the GENERATOR; "history", a dict with the lists "d_loss" and "g_loss", one float
        a step each, as `gan_train_step` returned them.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if len(data["x_train"]) == 0:
        raise ValueError("data has no rows: x_train is empty")
    torch.manual_seed(seed)
    x = torch.as_tensor(data["x_train"])
    G, D = _mlp(4, 32, 1), _mlp(1, 32, 1)
    opt_g, opt_d = gan_optimizers(G, D)
    history: dict[str, list[float]] = {"d_loss": [], "g_loss": []}
    for _ in range(steps):
        x_real = x[torch.randint(len(x), (128,))]
        z_d, z_g = torch.randn(128, 4), torch.randn(128, 4)
        d_loss, g_loss = gan_train_step(G, D, opt_g, opt_d, x_real, z_d, z_g)
        history["d_loss"].append(d_loss)
        history["g_loss"].append(g_loss)
    return {"state": G.state_dict(), "history": history}
