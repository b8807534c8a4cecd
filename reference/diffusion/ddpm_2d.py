"""A whole diffusion model for points of the plane: net, training, sampling."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.diffusion.ddpm_simple_loss import ddpm_simple_loss
from reference.diffusion.time_embedding import time_embedding


class PointDenoiser(nn.Module):
    """Guesses the noise in points of the plane.

        h   = SiLU(Linear(x) + Linear(time_embedding(i, 32, "concat")))     2 -> hidden and 32 -> hidden
        h   = SiLU(Linear(h)), twice                                        hidden -> hidden
        out = Linear(h)                                                     hidden -> 2

    Create the layers in this order: the Linear for x, the one for the time, the two in the middle, the last one. The grader
    finds out by shape, order and result which layer is which; how you name or group them is up to you.
    """

    def __init__(self, hidden: int = 64) -> None:
        super().__init__()
        self.point = nn.Linear(2, hidden)
        self.time = nn.Linear(32, hidden)
        self.middle1 = nn.Linear(hidden, hidden)
        self.middle2 = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 2)

    def forward(self, x: Float[torch.Tensor, "N 2"], i: Int[torch.Tensor, "N"]) -> Float[torch.Tensor, "N 2"]:
        """The noise in x at the steps i."""
        waves = torch.as_tensor(time_embedding(i.numpy(), 32, "concat"), dtype=x.dtype)
        h = F.silu(self.point(x) + self.time(waves))
        h = F.silu(self.middle1(h))
        h = F.silu(self.middle2(h))
        return self.out(h)


def denoiser_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    x0: Float[torch.Tensor, "N 2"],
    i: Int[torch.Tensor, "N"],
    noise: Float[torch.Tensor, "N 2"],
    alpha_bar: Float[torch.Tensor, "T"],
) -> float:
    """One step of training: downhill on `ddpm_simple_loss`.

    What earlier batches left in the `.grad` fields does not count.

    Args:
        model: called as model(x_i, i).
        optimizer: holds all parameters of the model.
        x0, i, noise, alpha_bar: as in `ddpm_simple_loss`.

    Returns:
        The loss before the step, a Python float.
    """
    optimizer.zero_grad()
    loss = ddpm_simple_loss(model, x0, i, noise, alpha_bar)
    loss.backward()
    optimizer.step()
    return loss.item()


@torch.no_grad()
def draw_points(
    model: nn.Module,
    x_t: Float[torch.Tensor, "N 2"],
    noises: Float[torch.Tensor, "T N 2"],
    beta: Float[torch.Tensor, "T"],
) -> Float[torch.Tensor, "N 2"]:
    """From noise to data by the T steps of DDPM with sigma^2 = beta, in torch, without gradients.

    For i = T-1, ..., 0, with eps = model(x, i) (i as a tensor of shape (N,)):

        x <- (x - beta_i / sqrt(1 - alpha_bar_i) eps) / sqrt(1 - beta_i) + sqrt(beta_i) noises[i]

    and without the last term at i = 0.

    Args:
        model: a `PointDenoiser`, or anything that is called like one.
        x_t: where to start, standard normal.
        noises: standard normal; noises[i] is for step i.
        beta: the schedule, from the first noising step to the last.

    Returns:
        The points, shape (N, 2).
    """
    alpha_bar = torch.cumprod(1 - beta, dim=0)
    x = x_t
    for i in reversed(range(len(beta))):
        eps = model(x, torch.full((len(x),), i))
        x = (x - beta[i] / torch.sqrt(1 - alpha_bar[i]) * eps) / torch.sqrt(1 - beta[i])
        if i > 0:
            x = x + torch.sqrt(beta[i]) * noises[i]
    return x


def train_ddpm_2d(data: dict[str, np.ndarray], seed: int, steps: int = 2000) -> dict:
    """Train a PointDenoiser() on points of the plane with Adam, learning rate 2e-3.

    T = 100, and beta rises linearly from 1e-3 at i = 0 to 0.12 at i = 99: with so few steps each has to be larger, or the
    chain never arrives at noise. Every training step draws 128 rows of the data (with replacement), for each of them a
    step i (0 to 99, all equally likely) and standard normal noise, all anew, and makes one `denoiser_step`.

    Args:
        data: a dict with "x_train", float32, shape (n, 2).
        seed: decides everything random: initial weights, rows, steps, noise.
        steps: number of training steps (0: the initial weights are returned).

    Returns:
        A dict: "state", the state_dict of the trained model; "beta", the schedule, a tensor of shape (100,); "history", a
        dict with the list "loss", one float for each training step.
    """
    torch.manual_seed(seed)
    x = torch.as_tensor(data["x_train"])
    beta = torch.linspace(1e-3, 0.12, 100)
    alpha_bar = torch.cumprod(1 - beta, dim=0)
    model = PointDenoiser()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(steps):
        x0 = x[torch.randint(len(x), (128,))]
        i = torch.randint(100, (128,))
        losses.append(denoiser_step(model, optimizer, x0, i, torch.randn(128, 2), alpha_bar))
    return {"state": model.state_dict(), "beta": beta, "history": {"loss": losses}}
