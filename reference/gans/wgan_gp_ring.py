"""A whole WGAN-GP for points of the plane."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from reference.gans.wgan_gp_step import wgan_gp_train_step


def _mlp(n_in: int, hidden: int, n_out: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(n_in, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, n_out),
    )


def train_wgan_gp_ring(data: dict[str, np.ndarray], seed: int, steps: int = 400) -> dict:
    """Train a WGAN-GP on points of the plane.

    Generator and critic have two hidden layers of 64 units:

        Linear -> LeakyReLU(0.2) -> Linear (64 to 64) -> LeakyReLU(0.2) -> Linear

    The generator leads from 8 latents to 2 coordinates, the critic from 2 coordinates to 1 score. Both are trained with
    Adam, learning rate 5e-3 and betas (0.5, 0.9). Each step is one `wgan_gp_train_step` with FIVE steps of the critic: five
    batches of 128 rows of the data (drawn with replacement), of standard normal latents and of uniform mixing factors, then
    128 latents for the generator, all drawn anew. The weight of the penalty is 0.1: the clusters are narrow, and a
    larger one would smooth them.

    Args:
        data: a dict with "x_train", float32, shape (n, 2).
        seed: decides everything random: initial weights, rows, latents, mixing factors.
        steps: number of steps of the generator (0: the initial weights are returned).

    Returns:
        A dict: "state", the state_dict of the GENERATOR; "history", a dict with the lists "critic_loss" and "penalty"
        (those of the last of the five steps) and "gen_loss", one float a step of the generator each.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if len(data["x_train"]) == 0:
        raise ValueError("data has no rows: x_train is empty")
    torch.manual_seed(seed)
    x = torch.as_tensor(data["x_train"])
    G, f = _mlp(8, 64, 2), _mlp(2, 64, 1)
    opt_g, opt_f = (torch.optim.Adam(player.parameters(), lr=5e-3, betas=(0.5, 0.9)) for player in (G, f))
    history: dict[str, list[float]] = {"critic_loss": [], "penalty": [], "gen_loss": []}
    for _ in range(steps):
        reals = x[torch.randint(len(x), (5, 128))]
        zs, eps, z_g = torch.randn(5, 128, 8), torch.rand(5, 128), torch.randn(128, 8)
        told = wgan_gp_train_step(G, f, opt_g, opt_f, reals, zs, eps, z_g, lam=0.1)
        history["critic_loss"].append(told["critic_loss"][-1])
        history["penalty"].append(told["penalty"][-1])
        history["gen_loss"].append(told["gen_loss"])
    return {"state": G.state_dict(), "history": history}
