"""A whole conditional GAN for points of the plane."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.gans.cgan import cgan_generator_input
from reference.gans.gan_1d import gan_optimizers


def _mlp(n_in: int, hidden: int, n_out: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(n_in, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, n_out),
    )


def cgan_train_step(
    G: nn.Module,
    D: nn.Module,
    opt_g: torch.optim.Optimizer,
    opt_d: torch.optim.Optimizer,
    x_real: Float[torch.Tensor, "N d"],
    y: Int[torch.Tensor, "N"],
    z_d: Float[torch.Tensor, "N k"],
    z_g: Float[torch.Tensor, "N k"],
    C: int,
) -> tuple[float, float]:
    """A round of the game in which both players are told the class: `gan_train_step` with labels.

        G reads [z, onehot(y)], D reads [x, onehot(y)].
        1. D: downhill on -( mean ln D(x_real_n, y_n) + mean ln(1 - D(G(z_d_n, y_n), y_n)) ), without a gradient through G
        2. G: downhill on mean -ln D(G(z_g_n, y_n), y_n), with fresh fakes

    Row n has class y_n everywhere: real samples, fakes for D, fakes for G. What earlier steps left in the `.grad` fields does
    not count.

    Args:
        G, D: nets of one argument each, a batch of rows as above; D returns logits, shape (N,) or (N, 1).
        opt_g, opt_d: optimizers; each holds the parameters of one player.
        x_real: real samples, shape (N, d).
        y: their classes, from 0 to C-1, shape (N,).
        z_d, z_g: latents for the two steps, shape (N, k).
        C: number of classes.

    Returns:
        (d_loss, g_loss): the two losses, each before its own step, Python floats.
    """
    opt_d.zero_grad()
    fakes = G(cgan_generator_input(z_d, y, C)).detach()
    on_real, on_fake = (D(cgan_generator_input(x, y, C)) for x in (x_real, fakes))
    d_loss = F.softplus(-on_real).mean() + F.softplus(on_fake).mean()
    d_loss.backward()
    opt_d.step()

    opt_g.zero_grad()
    made = G(cgan_generator_input(z_g, y, C))
    g_loss = F.softplus(-D(cgan_generator_input(made, y, C))).mean()
    g_loss.backward()
    opt_g.step()
    return d_loss.item(), g_loss.item()


def train_cgan_blobs(data: dict[str, np.ndarray], seed: int, steps: int = 1500) -> dict:
    """Train a conditional GAN on points of the plane with one of four classes each.

    Both nets have two hidden layers of 32 units, as in `train_gan_1d`:

        Linear -> LeakyReLU(0.2) -> Linear (32 to 32) -> LeakyReLU(0.2) -> Linear

    The generator leads from 4 latents and 4 class entries to 2 coordinates, the discriminator from 2 coordinates and 4 class
    entries to 1 logit. Each step draws 128 rows of the data with their classes (with replacement) and twice 128 standard normal
    latents, all anew, and makes one `cgan_train_step` with the optimizers of `gan_optimizers`, rate 1e-3.

    Args:
        data: a dict with "x_train", float32, shape (n, 2), and "y_train", classes from 0 to 3, int64, shape (n,).
        seed: decides everything random: initial weights, rows, latents.
        steps: number of steps (0: the initial weights are returned).

    Returns:
        A dict: "state", the state_dict of the GENERATOR; "history", a dict with the lists "d_loss" and "g_loss", one float
        a step each.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if len(data["x_train"]) == 0:
        raise ValueError("data has no rows: x_train is empty")
    torch.manual_seed(seed)
    x, y = torch.as_tensor(data["x_train"]), torch.as_tensor(data["y_train"])
    G, D = _mlp(4 + 4, 32, 2), _mlp(2 + 4, 32, 1)
    opt_g, opt_d = gan_optimizers(G, D)
    history: dict[str, list[float]] = {"d_loss": [], "g_loss": []}
    for _ in range(steps):
        rows = torch.randint(len(x), (128,))
        z_d, z_g = torch.randn(128, 4), torch.randn(128, 4)
        d_loss, g_loss = cgan_train_step(G, D, opt_g, opt_d, x[rows], y[rows], z_d, z_g, 4)
        history["d_loss"].append(d_loss)
        history["g_loss"].append(g_loss)
    return {"state": G.state_dict(), "history": history}
