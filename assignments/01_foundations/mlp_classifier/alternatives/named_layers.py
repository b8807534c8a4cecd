"""Layers by name, made with setattr; nn.Flatten; the head under a second name."""

import torch
from torch import nn


class MLPClassifier(nn.Module):
    def __init__(self, in_dim=784, hidden=(256, 128), out_dim=10, act=nn.ReLU):
        super().__init__()
        self.flat = nn.Flatten()
        self.depth = len(hidden)
        for i, width in enumerate(hidden):
            setattr(self, f"fc{i}", nn.Linear(in_dim, width))
            setattr(self, f"phi{i}", act())
            in_dim = width
        self.head = nn.Linear(in_dim, out_dim)
        self.last = self.head
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        h = self.flat(x)
        for i in range(self.depth):
            h = getattr(self, f"phi{i}")(getattr(self, f"fc{i}")(h))
        return self.last(h)
