"""Training a network: batches, steps, epochs, and an honest test."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.foundations.mlp_classifier import MLPClassifier


def training_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    x: Float[torch.Tensor, "B D"],
    y: Int[torch.Tensor, "B"],
) -> float:
    """One step downhill on the mean cross-entropy of a batch.

    What earlier batches left in the `.grad` fields must not count.

    Args:
        model: returns logits.
        optimizer: holds all parameters of the model.
        x, y: samples and their classes.

    Returns:
        The loss of the batch before the step, a Python float.
    """
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


@torch.no_grad()
def accuracy(model: nn.Module, x: Float[torch.Tensor, "N D"], y: Int[torch.Tensor, "N"]) -> float:
    """The share of rows whose greatest logit is that of their class, a Python float; without gradients."""
    return (model(x).argmax(dim=1) == y).float().mean().item()


def train_mlp_digits(data: dict[str, np.ndarray], seed: int, epochs: int = 20) -> dict:
    """Train an MLPClassifier(64, (64, 32), 10) on digits with Adam, learning rate 1e-3.

    Pixels are given as numbers from 0 to 16: divide them by 16 first, in training and in testing. Every epoch goes through all
    training rows once, in a new random order, in batches of 64 (the last one may be smaller), with one `training_step` each.

    Args:
        data: "x_train" and "x_test", float32, shapes (n, 64) and (m, 64); "y_train" and "y_test", int64, their classes.
        seed: decides everything random: initial weights and orders.
        epochs: number of epochs; 0 leaves the initial weights as they are, a negative number raises ValueError.

    Returns:
        A dict: "state", the state_dict of the trained model; "test_accuracy", on the test rows, a float; "history", a dict
        with the list "loss", one float for each step.
    """
    if epochs < 0:
        raise ValueError("epochs is negative")
    torch.manual_seed(seed)
    x, x_test = (torch.as_tensor(data[name]) / 16 for name in ("x_train", "x_test"))
    y, y_test = (torch.as_tensor(data[name]) for name in ("y_train", "y_test"))
    model = MLPClassifier(64, (64, 32), 10)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    losses = []
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(64):
            losses.append(training_step(model, optimizer, x[rows], y[rows]))
    return {"state": model.state_dict(), "test_accuracy": accuracy(model, x_test, y_test), "history": {"loss": losses}}
