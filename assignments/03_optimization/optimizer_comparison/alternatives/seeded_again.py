"""The seed set again for each optimizer, and gradients by torch.autograd.grad."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def run_optimizer(model, name, x, y, batches):
    weights = list(model.parameters())
    match name:
        case "sgd":
            optimizer = torch.optim.SGD(weights, lr=0.01)
        case "momentum":
            optimizer = torch.optim.SGD(weights, lr=0.01, momentum=0.9)
        case "adam":
            optimizer = torch.optim.Adam(weights, lr=0.001, betas=(0.9, 0.999))
        case "adamw":
            optimizer = torch.optim.AdamW(weights, lr=0.001, weight_decay=1e-2)
        case _:
            raise ValueError(f"unknown name: {name}")
    losses = []
    for rows in batches:
        loss = F.cross_entropy(model(x[rows]), y[rows])
        for weight, grad in zip(weights, torch.autograd.grad(loss, weights)):
            weight.grad = grad
        optimizer.step()
        losses.append(loss.item())
    return losses


def optimizer_comparison(data, seed, epochs=10):
    def one(name):
        torch.manual_seed(seed)
        rng = np.random.default_rng(seed)
        model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
        x, y = torch.from_numpy(data["x_train"]), torch.from_numpy(data["y_train"])
        batches = []
        for _ in range(epochs):
            order = rng.permutation(len(x))
            batches.extend(torch.from_numpy(order[i : i + 32]) for i in range(0, len(x), 32))
        losses = run_optimizer(model, name, x, y, batches)
        predicted = model(torch.from_numpy(data["x_test"])).argmax(dim=-1).numpy()
        return {"state": model.state_dict(), "losses": losses, "test_accuracy": float(np.mean(predicted == data["y_test"]))}

    return {name: one(name) for name in ("sgd", "momentum", "adam", "adamw")}
