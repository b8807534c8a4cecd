"""Nets to compare with and to build on, and an ordinary training loop."""

import torch
import torch.nn.functional as F
from torch import nn


class PlainMLP(nn.Module):
    """Two hidden layers with ReLU and nothing against overfitting: (N, d) -> logits (N, c)."""

    def __init__(self, d=64, h=64, c=10):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(d, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU(), nn.Linear(h, c))

    def forward(self, x):
        return self.layers(x)


class Backbone(nn.Module):
    """Turns inputs into features: (N, d) -> (N, feat_dim). It has batch normalisation, so it has buffers too."""

    def __init__(self, d=64, h=64, feat_dim=32):
        super().__init__()
        self.first = nn.Linear(d, h)
        self.norm = nn.BatchNorm1d(h)
        self.second = nn.Linear(h, feat_dim)

    def forward(self, x):
        return F.relu(self.second(F.relu(self.norm(self.first(x)))))


class Classifier(nn.Module):
    """A backbone and a linear head on its features."""

    def __init__(self, backbone, head):
        super().__init__()
        self.backbone = backbone
        self.head = head

    def forward(self, x):
        return self.head(self.backbone(x))


class Watched(nn.Module):
    """A linear classifier that notes, each time it is called, whether a graph is built: `graphs` is a list of booleans."""

    def __init__(self, d, c):
        super().__init__()
        self.layer = nn.Linear(d, c)
        self.graphs = []

    def forward(self, x):
        self.graphs.append(torch.is_grad_enabled())
        return self.layer(x)


def fit(model, optimizer, x, y, steps):
    """`steps` steps of cross-entropy on all rows at once, with the model in training mode. Returns the losses."""
    losses = []
    model.train()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def accuracy(model, x, y):
    """Share of rows whose class is predicted rightly, with the model in evaluation mode."""
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(dim=1) == y).float().mean().item()
