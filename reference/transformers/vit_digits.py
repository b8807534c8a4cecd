"""A Vision Transformer that reads handwritten digits."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.transformers.vit import ViT


def vit_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    images: Float[torch.Tensor, "N 1 H W"],
    labels: Int[torch.Tensor, "N"],
) -> float:
    """One step of training, downhill on the mean cross-entropy of the batch.

    What earlier batches left in the `.grad` fields does not count.

    Returns:
        The loss of the batch before the step, as a Python float.
    """
    if len(images) == 0 or len(images) != len(labels):
        raise ValueError(f"images, labels: {len(images)} images and {len(labels)} labels are no batch of pairs")
    optimizer.zero_grad()
    loss = F.cross_entropy(model(images), labels)
    loss.backward()
    optimizer.step()
    return loss.item()


def train_vit_digits(data: dict[str, np.ndarray], seed: int, steps: int = 300) -> dict:
    """Train a ViT(8, 2, 1, 32, 4, 2, 64, 10) with Adam, learning rate 3e-3, on digits of 8 x 8 pixels.

    Pixels from 0 to 16 are divided by 16. Each of the `steps` steps is a `vit_step` on 64 images drawn at random from
    the data.

    Args:
        data: "x_train", float32 of shape (n, 8, 8), pixels from 0 to 16, and "y_train", int64 labels from 0 to 9, shape
            (n,).
        seed: decides everything random: initial weights, choice of the images.
        steps: number of steps.

    Returns:
        A dict: "state", the state_dict after the last step; "history", a dict with the list "loss", one float for each
            step.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if len(data["x_train"]) == 0 or len(data["x_train"]) != len(data["y_train"]):
        raise ValueError(f"data has {len(data['x_train'])} rows in x_train and {len(data['y_train'])} in y_train")
    torch.manual_seed(seed)
    x = torch.as_tensor(data["x_train"])[:, None] / 16
    y = torch.as_tensor(data["y_train"])
    model = ViT(8, 2, 1, 32, 4, 2, 64, 10)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    losses = []
    for _ in range(steps):
        rows = torch.randint(len(x), (64,))
        losses.append(vit_step(model, optimizer, x[rows], y[rows]))
    return {"state": model.state_dict(), "history": {"loss": losses}}
