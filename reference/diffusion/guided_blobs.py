"""A diffusion model that is told a class, and listens to it as much as you like."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.diffusion.time_embedding import time_embedding


class BlobDenoiser(nn.Module):
    """Guesses the noise in points of the plane, given their class.

        h   = SiLU(Linear(x) + Linear(time_embedding(i, 32, "concat")) + row y of a table)
        h   = SiLU(Linear(h)), twice                                      hidden -> hidden
        out = Linear(h)                                                   hidden -> 2

    The table is an nn.Embedding with classes + 1 rows of `hidden` numbers: one for each class, and the last one, y = classes,
    for "no class given". Create the layers in this order: the Linear for x, the one for the time, the table, the two in
    the middle, the last one. The grader finds out by shape, order and result which layer is which; how you name or
    group them is up to you.
    """

    def __init__(self, classes: int, hidden: int = 64) -> None:
        super().__init__()
        self.point = nn.Linear(2, hidden)
        self.time = nn.Linear(32, hidden)
        self.label = nn.Embedding(classes + 1, hidden)
        self.middle1 = nn.Linear(hidden, hidden)
        self.middle2 = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 2)

    def forward(
        self, x: Float[torch.Tensor, "N 2"], i: Int[torch.Tensor, "N"], y: Int[torch.Tensor, "N"]
    ) -> Float[torch.Tensor, "N 2"]:
        """The noise in x at the steps i, if the classes are y."""
        waves = torch.as_tensor(time_embedding(i.numpy(), 32, "concat"), dtype=x.dtype)
        h = F.silu(self.point(x) + self.time(waves) + self.label(y))
        h = F.silu(self.middle1(h))
        h = F.silu(self.middle2(h))
        return self.out(h)


def guided_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    x0: Float[torch.Tensor, "N 2"],
    y: Int[torch.Tensor, "N"],
    i: Int[torch.Tensor, "N"],
    noise: Float[torch.Tensor, "N 2"],
    u: Float[torch.Tensor, "N"],
    alpha_bar: Float[torch.Tensor, "T"],
    null: int,
    p: float = 0.1,
) -> float:
    """One step of training, in which some samples lose their label.

    The label of a sample is replaced by `null` where its u is below p, so that one net learns the noise with and without a
    class. The loss is the mean squared error of the guess over all elements, of points that are noised to their own steps,
    as in `ddpm_simple_loss`. What earlier batches left in the `.grad` fields does not count.

    Args:
        model: called as model(x_i, i, y), such as a `BlobDenoiser`.
        optimizer: holds all parameters of the model.
        x0, y: points and their classes; left as they are.
        i, noise: a step and standard normal noise for each.
        u: numbers drawn uniformly from [0, 1), one for each point.
        alpha_bar: cumulative products of 1 - beta.
        null: the label for "no class given".
        p: share of labels that are dropped.

    Returns:
        The loss before the step, a Python float.
    """
    y = torch.where(u < p, null, y)
    kept = alpha_bar[i][:, None]
    x_i = torch.sqrt(kept) * x0 + torch.sqrt(1 - kept) * noise
    optimizer.zero_grad()
    loss = ((noise - model(x_i, i, y)) ** 2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


@torch.no_grad()
def draw_guided(
    model: nn.Module,
    y: Int[torch.Tensor, "N"],
    w: float,
    x_t: Float[torch.Tensor, "N 2"],
    noises: Float[torch.Tensor, "T N 2"],
    beta: Float[torch.Tensor, "T"],
    null: int,
) -> Float[torch.Tensor, "N 2"]:
    """Points of the classes y, by the T steps of DDPM with sigma^2 = beta and the guided noise

        eps = (1 + w) model(x, i, y) - w model(x, i, null)

    in place of the model's. No noise is added at i = 0, and no gradients are kept.

    Args:
        model: as in `guided_step`.
        y: the class that each point is to have.
        w: strength of the guidance; 0 is the conditional model as it was trained.
        x_t: where to start, standard normal.
        noises: standard normal; noises[i] is for step i.
        beta: the schedule, from the first noising step to the last.
        null: the label for "no class given".

    Returns:
        The points, shape (N, 2).
    """
    alpha_bar = torch.cumprod(1 - beta, dim=0)
    x = x_t
    for i in reversed(range(len(beta))):
        step = torch.full((len(x),), i)
        eps = (1 + w) * model(x, step, y) - w * model(x, step, torch.full_like(y, null))
        x = (x - beta[i] / torch.sqrt(1 - alpha_bar[i]) * eps) / torch.sqrt(1 - beta[i])
        if i > 0:
            x = x + torch.sqrt(beta[i]) * noises[i]
    return x


def train_guided_blobs(data: dict[str, np.ndarray], seed: int, steps: int = 1500) -> dict:
    """Train a BlobDenoiser(4), with the initial weights that torch gives its layers, on points of four classes.

    The optimizer is Adam, learning rate 2e-3.

    T = 100, and beta rises linearly from 1e-3 to 0.12. Every training step draws 128 rows of the data (with replacement), for
    each of them a step i (0 to 99), standard normal noise and u, all anew, and makes one `guided_step` with p = 0.1.

    Args:
        data: a dict with "x_train", float32, shape (n, 2), and "y_train", classes from 0 to 3, shape (n,).
        seed: decides everything random: initial weights, rows, steps, noise, dropped labels.
        steps: number of training steps.

    Returns:
        A dict: "state", the state_dict of the trained model; "history", a dict with the list "loss", one float for each
        training step.
    """
    torch.manual_seed(seed)
    x, y = torch.as_tensor(data["x_train"]), torch.as_tensor(data["y_train"])
    alpha_bar = torch.cumprod(1 - torch.linspace(1e-3, 0.12, 100), dim=0)
    model = BlobDenoiser(4)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(steps):
        rows, i, u = torch.randint(len(x), (128,)), torch.randint(100, (128,)), torch.rand(128)
        noise = torch.randn(128, 2)
        losses.append(guided_step(model, optimizer, x[rows], y[rows], i, noise, u, alpha_bar, null=4))
    return {"state": model.state_dict(), "history": {"loss": losses}}
