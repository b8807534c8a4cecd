"""A formula for the schedule, clipping and smoothing by hand, a DataLoader, weights returned as numpy arrays."""

import math

import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset


def training_step(model, optimizer, x, y, smoothing=0.1, max_norm=1.0):
    model.train()
    model.zero_grad(set_to_none=False)
    log_p = torch.log_softmax(model(x), dim=-1)
    right = -log_p.gather(1, y[:, None]).mean()
    loss = (1 - smoothing) * right - smoothing * log_p.mean()
    loss.backward()
    with torch.no_grad():
        grads = [q.grad for q in model.parameters() if q.grad is not None]
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        if norm > max_norm:
            for g in grads:
                g *= max_norm / norm
    optimizer.step()
    return float(loss.detach())


@torch.no_grad()
def evaluate(model, x, y):
    model.train(False)
    log_p = torch.log_softmax(model(x), dim=1)
    loss = -log_p[torch.arange(len(y)), y].mean()
    hits = sum(int(a == b) for a, b in zip(log_p.argmax(1).tolist(), y.tolist()))
    return float(loss), hits / len(y)


def train_regularized(data, seed, p=0.3, weight_decay=1e-4, epochs=30, patience=10, grid=None):
    if grid is not None:
        runs = [train_regularized(data, seed, rate, decay, epochs, patience) for rate in grid[0] for decay in grid[1]]
        return {"table": np.array([run["val_accuracy"] for run in runs]).reshape(len(grid[0]), -1)}
    torch.manual_seed(seed)
    split = {s: (torch.from_numpy(data[f"x_{s}"]), torch.from_numpy(data[f"y_{s}"])) for s in ("train", "val", "test")}
    model = RegularizedNet(d=data["x_train"].shape[1], h=64, c=10, p=p)  # of an earlier cell
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=weight_decay)
    loader = DataLoader(TensorDataset(*split["train"]), batch_size=64, shuffle=True)
    lrs, train_losses, val_losses = [], [], []
    for epoch in range(epochs):
        lrs.append(0.5e-3 * (1 + math.cos(math.pi * epoch / epochs)))
        for group in optimizer.param_groups:
            group["lr"] = lrs[-1]
        train_losses.append(float(np.mean([training_step(model, optimizer, *batch) for batch in loader])))
        val_losses.append(evaluate(model, *split["val"])[0])
        since_best = epoch - int(np.argmin(val_losses))
        if since_best == 0:
            best = {name: entry.numpy().copy() for name, entry in model.state_dict().items()}
        if since_best >= patience:
            break
    model.load_state_dict({name: torch.from_numpy(np.asarray(entry)) for name, entry in best.items()})
    return {
        "state": best,
        "history": {"lr": lrs, "train_loss": train_losses, "val_loss": val_losses},
        "val_accuracy": evaluate(model, *split["val"])[1],
        "test_accuracy": evaluate(model, *split["test"])[1],
    }
