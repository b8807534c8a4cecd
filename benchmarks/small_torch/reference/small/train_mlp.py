"""A few steps of gradient descent on a small net."""

from __future__ import annotations

import torch
from torch import nn


def train_mlp(x: torch.Tensor, y: torch.Tensor, weights: list[torch.Tensor], lr: float, steps: int = 5) -> list[torch.Tensor]:
    """Train linear (w1, b1), ReLU, linear (w2, b2) on the cross-entropy of the whole batch with plain SGD.

    `weights` is [w1, b1, w2, b2] as in nn.Linear; return the four trained tensors in this order.
    """
    hidden, features = weights[0].shape
    net = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, len(weights[3])))
    with torch.no_grad():
        for parameter, value in zip(net.parameters(), weights):
            parameter.copy_(value)
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    for _ in range(steps):
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [p.detach() for p in net.parameters()]
