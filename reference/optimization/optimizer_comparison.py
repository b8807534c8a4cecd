"""Four optimizers in a fair race: the same net, the same start, the same batches."""

from __future__ import annotations

import copy

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

NAMES = ("sgd", "momentum", "adam", "adamw")


def run_optimizer(
    model: nn.Module,
    name: str,
    x: Float[torch.Tensor, "N d"],
    y: Int[torch.Tensor, "N"],
    batches: list[Int[torch.Tensor, "n_b"]],
) -> list[float]:
    """Train a classifier in place, one step of the named optimizer for each batch.

        "sgd"         SGD with learning rate 0.01
        "momentum"    the same with momentum 0.9
        "adam"        Adam with learning rate 0.001
        "adamw"       AdamW with learning rate 0.001 and weight decay 0.01

    You may use torch.optim. The loss is the mean cross-entropy over the batch. What earlier calls left in the
    `.grad` fields must not count.

    Args:
        model: any classifier.
        name: one of the four; anything else raises a ValueError.
        x, y: inputs and class numbers.
        batches: for each step the numbers of its rows.

    Returns:
        The loss of each batch before its step, Python floats.
    """
    params = list(model.parameters())
    if name in ("sgd", "momentum"):
        optimizer: torch.optim.Optimizer = torch.optim.SGD(params, lr=0.01, momentum=0.9 if name == "momentum" else 0.0)
    elif name == "adam":
        optimizer = torch.optim.Adam(params, lr=1e-3)
    elif name == "adamw":
        optimizer = torch.optim.AdamW(params, lr=1e-3, weight_decay=0.01)
    else:
        raise ValueError(f"name is {name!r}: sgd, momentum, adam or adamw")
    losses = []
    for rows in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def optimizer_comparison(data: dict[str, np.ndarray], seed: int, epochs: int = 10) -> dict:
    """Train the same net with each of the four optimizers, and measure it on the test rows.

    The net has layers of 64, 64, 32 and 10 units (the first number is that of the inputs): three Linear layers
    with ReLU between them. All four start from the same weights and see the same batches in the same order. An
    epoch takes the training rows in a new random order, in batches of 32 (the last may be smaller).

    Args:
        data: float32 arrays "x_train" and "x_test" of shape (n, 64), and their labels, int64, "y_train" and
            "y_test".
        seed: decides everything random: initial weights and the order of the rows.
        epochs: the same number for all; 0 leaves the initial weights as they are.

    Returns:
        A dict of dicts: result[name] of "sgd", "momentum", "adam" and "adamw" is {"state": the state_dict after
        the training, "losses": the losses of all its steps, "test_accuracy": a float}.
    """
    if epochs < 0:
        raise ValueError(f"epochs is {epochs}: it must not be negative")
    torch.manual_seed(seed)
    start = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    tensors = {name: torch.as_tensor(array) for name, array in data.items()}
    x, y = tensors["x_train"], tensors["y_train"]
    batches = [rows for _ in range(epochs) for rows in torch.randperm(len(x)).split(32)]
    result = {}
    for name in NAMES:
        model = copy.deepcopy(start)
        losses = run_optimizer(model, name, x, y, batches)
        with torch.no_grad():
            right = model(tensors["x_test"]).argmax(dim=1) == tensors["y_test"]
        result[name] = {"state": model.state_dict(), "losses": losses, "test_accuracy": right.float().mean().item()}
    return result
