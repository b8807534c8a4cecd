"""Gradients by torch.autograd.grad, put into place by hand; the mean from two lists."""

import torch


def train_epoch(model, loader, loss_fn, optimizer):
    model.train(True)
    params = [p for group in optimizer.param_groups for p in group["params"]]
    losses, sizes = [], []
    for batch in loader:
        inputs, targets = batch
        loss = loss_fn(model(inputs), targets)
        for p, grad in zip(params, torch.autograd.grad(loss, params)):
            p.grad = grad
        optimizer.step()
        losses.append(float(loss.detach()))
        sizes.append(inputs.shape[0])
    return sum(loss * size for loss, size in zip(losses, sizes)) / sum(sizes)
