"""Two lists of modules, and a view."""

from itertools import pairwise

from torch import nn


class MLPClassifier(nn.Module):
    def __init__(self, in_dim=784, hidden=(256, 128), out_dim=10, act=nn.ReLU):
        super().__init__()
        widths = [in_dim, *hidden, out_dim]
        self.linears = nn.ModuleList([nn.Linear(a, b) for a, b in pairwise(widths)])
        self.acts = nn.ModuleList([act() for _ in hidden])

    def forward(self, x):
        h = x.reshape(x.shape[0], -1)
        for linear, act in zip(self.linears, self.acts):
            h = act(linear(h))
        return self.linears[-1](h)
