"""Clears the gradients of the model at the start and after each step; sums in double precision."""

import torch


def train_epoch(model, loader, loss_fn, optimizer):
    model.train()
    model.zero_grad(set_to_none=False)
    total, n = torch.zeros((), dtype=torch.float64), 0
    for x, y in iter(loader):
        prediction = model(x)
        loss = loss_fn(prediction, y)
        with torch.no_grad():
            total += loss.double() * y.shape[0]
        n += y.shape[0]
        loss.backward()
        optimizer.step()
        model.zero_grad(set_to_none=False)
    return (total / n).item()
