"""Gradients by torch.autograd.grad, orders by numpy, layers of its own."""

import numpy as np
import torch
from torch import nn


def training_step(model, optimizer, x, y):
    logs = model(x).log_softmax(-1)
    loss = -logs[torch.arange(len(y)), y].mean()
    parameters = list(model.parameters())
    for p, g in zip(parameters, torch.autograd.grad(loss, parameters)):
        p.grad = g
    optimizer.step()
    return float(loss.detach())


def accuracy(model, x, y):
    with torch.inference_mode():
        hits = [int(row.argmax()) == int(label) for row, label in zip(model(x), y)]
    return sum(hits) / len(hits)


def train_mlp_digits(data, seed, epochs=20):
    if epochs < 0:
        raise ValueError(f"{epochs} epochs")
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    x = {part: torch.tensor(data[f"x_{part}"] / np.float32(16)) for part in ("train", "test")}
    y = {part: torch.tensor(data[f"y_{part}"]) for part in ("train", "test")}
    net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    opt = torch.optim.Adam(net.parameters(), lr=0.001)
    losses = []
    for _ in range(epochs):
        order = rng.permutation(len(x["train"]))
        for start in range(0, len(order), 64):
            rows = torch.from_numpy(order[start : start + 64])
            losses.append(training_step(net, opt, x["train"][rows], y["train"][rows]))
    return {"state": net.state_dict(), "test_accuracy": accuracy(net, x["test"], y["test"]), "history": {"loss": losses}}
