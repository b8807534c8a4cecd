"""Training with the whole recipe: AdamW, label smoothing, clipping, cosine schedule, early stopping."""

from __future__ import annotations

import copy

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.regularization.regularized_net import RegularizedNet


def training_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    x: Float[torch.Tensor, "N d"],
    y: Int[torch.Tensor, "N"],
    smoothing: float = 0.1,
    max_norm: float = 1.0,
) -> float:
    """One step of training on one mini-batch, with the model in training mode.

    The loss is cross-entropy with label smoothing. Its gradient is clipped to the norm `max_norm`
    (one norm over all parameters together) before the optimizer makes its step. What earlier
    batches left in the `.grad` fields does not count.

    Args:
        model, optimizer: any classifier, and an optimizer that holds its parameters.
        x, y: the batch: inputs and class numbers.
        smoothing: weight of the uniform distribution in the targets.
        max_norm: greatest norm of the gradient.

    Returns:
        The smoothed loss of the batch, as a Python float.
    """
    model.train()
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y, label_smoothing=smoothing)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def evaluate(model: nn.Module, x: Float[torch.Tensor, "N d"], y: Int[torch.Tensor, "N"]) -> tuple[float, float]:
    """Plain cross-entropy, not smoothed, and accuracy: of the model as it would be used.

    The model is put into evaluation mode, and no graph is built.

    Returns:
        (loss, accuracy), two Python floats: means over the N samples.
    """
    model.eval()
    with torch.no_grad():
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        accuracy = (logits.argmax(dim=1) == y).float().mean()
    return loss.item(), accuracy.item()


def train_regularized(
    data: dict[str, np.ndarray],
    seed: int,
    p: float = 0.3,
    weight_decay: float = 1e-4,
    epochs: int = 30,
    patience: int = 10,
    grid: tuple[list[float], list[float]] | None = None,
) -> dict:
    """Train RegularizedNet(d, 64, 10, p) and return its best weights.

    Optimizer: AdamW with `weight_decay`. In epoch e = 0, 1, ... its learning rate is
    1e-3 * (1 + cos(pi * e / epochs)) / 2, the same for all batches. An epoch takes the training rows
    in a new random order, in mini-batches of 64 (the last may be smaller), one `training_step` each.

    After each epoch `evaluate` measures the VALIDATION rows. If their loss is lower than ever before,
    the weights are remembered; after `patience` epochs in a row without that, training stops. The TEST
    rows are looked at once, at the very end, with the best weights.

    Args:
        data: float32 arrays "x_train", "x_val", "x_test" of shape (n, d), and their labels, int64:
            "y_train", "y_val", "y_test".
        seed: decides everything random: initial weights, order of the rows, dropout masks.
        grid: None, or (A values for p, B values for weight_decay). Then every pair is trained from the
            same seed, and only {"table": validation accuracies, shape (A, B)} is returned.

    Returns:
        A dict: "state", the state_dict of the epoch with the lowest validation loss; "history", a dict
        with lists of one float per epoch run: "lr", "train_loss" (mean over the batches), "val_loss";
        "val_accuracy" and "test_accuracy", floats, with the weights in "state".
    """
    if grid is not None:
        dropouts, decays = grid
        table = np.zeros((len(dropouts), len(decays)))
        for i, rate in enumerate(dropouts):
            for j, decay in enumerate(decays):
                run = train_regularized(data, seed, rate, decay, epochs, patience)
                table[i, j] = run["val_accuracy"]
        return {"table": table}

    torch.manual_seed(seed)
    tensors = {name: torch.as_tensor(array) for name, array in data.items()}
    x, y = tensors["x_train"], tensors["y_train"]
    model = RegularizedNet(x.shape[1], 64, 10, p)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=weight_decay)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    history: dict[str, list[float]] = {"lr": [], "train_loss": [], "val_loss": []}
    best, waited, state = float("inf"), 0, {}
    for _ in range(epochs):
        history["lr"].append(optimizer.param_groups[0]["lr"])
        losses = []
        for rows in torch.randperm(len(x)).split(64):
            losses.append(training_step(model, optimizer, x[rows], y[rows]))
        scheduler.step()
        history["train_loss"].append(sum(losses) / len(losses))
        history["val_loss"].append(evaluate(model, tensors["x_val"], tensors["y_val"])[0])
        if history["val_loss"][-1] < best:
            best, waited = history["val_loss"][-1], 0
            state = copy.deepcopy(model.state_dict())
        else:
            waited += 1
        if waited >= patience:
            break

    model.load_state_dict(state)
    _, val_accuracy = evaluate(model, tensors["x_val"], tensors["y_val"])
    _, test_accuracy = evaluate(model, tensors["x_test"], tensors["y_test"])
    accuracies = {"val_accuracy": val_accuracy, "test_accuracy": test_accuracy}
    return {"state": state, "history": history, **accuracies}
