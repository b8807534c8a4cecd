"""One epoch of training in torch: the loop that every later assignment uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import torch
from torch import nn


def train_epoch(
    model: nn.Module,
    loader: Iterable[tuple[torch.Tensor, torch.Tensor]],
    loss_fn: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    optimizer: torch.optim.Optimizer,
) -> float:
    """Train a model on every batch of a loader once, and return the mean loss.

    The model is put into training mode first. Then each batch makes one step of the optimizer
    with the gradient of its own loss; what is in the `.grad` fields from before does not count.

    Args:
        model: any module; its parameters are changed.
        loader: yields batches (x, y), in this order, at least one; the last may be smaller than
            the others. Go through it once.
        loss_fn: (model(x), y) -> loss, the mean over the rows of the batch, as a tensor.
        optimizer: holds the parameters of the model.

    Returns:
        The mean of the losses of all rows, each as it was when its batch came, as a Python float.
        Every row counts the same, whichever batch it is in.
    """
    model.train()
    total, rows = 0.0, 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(x)
        rows += len(x)
    return total / rows
