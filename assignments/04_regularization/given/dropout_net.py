"""A small net with batch normalisation and dropout, and a look at the modes of its layers."""

import torch
from torch import nn


class DropoutNet(nn.Module):
    """(N, d) -> logits (N, c), with one hidden layer of h units, some of which are dropped in training."""

    def __init__(self, d, h, c, p=0.5):
        super().__init__()
        self.first = nn.Linear(d, h)
        self.norm = nn.BatchNorm1d(h)
        self.drop = nn.Dropout(p)
        self.last = nn.Linear(h, c)
        self.graphs = []

    def forward(self, x):
        self.graphs.append(torch.is_grad_enabled())
        return self.last(self.drop(torch.relu(self.norm(self.first(x)))))

    def modes(self):
        """Whether the net, its normalisation and its dropout are in training mode."""
        return [self.training, self.norm.training, self.drop.training]
