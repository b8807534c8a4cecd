"""Small players for a game, in torch."""

import torch
from torch import nn


class Maker(nn.Module):
    """A generator: z (N, k) -> (N, d). `passes` counts how often a gradient has come back through it."""

    def __init__(self, k, d, hidden=5):
        super().__init__()
        self.first = nn.Linear(k, hidden)
        self.last = nn.Linear(hidden, d)
        self.passes = 0

    def count(self, gradient):
        self.passes += 1

    def forward(self, z):
        out = self.last(torch.tanh(self.first(z)))
        if out.requires_grad:
            out.register_hook(self.count)
        return out


class Judge(nn.Module):
    """A discriminator or critic: x (N, ...) -> (N,), d entries a sample. `batches` keeps the sizes it was asked for."""

    def __init__(self, d, hidden=6):
        super().__init__()
        self.first = nn.Linear(d, hidden)
        self.last = nn.Linear(hidden, 1)
        self.batches = []

    def forward(self, x):
        self.batches.append(len(x))
        return self.last(torch.tanh(self.first(x.flatten(start_dim=1)))).squeeze(1)


class Quadratic(nn.Module):
    """A critic with the score scale * |x|^2 / 2: its gradient at x is scale * x."""

    def __init__(self, scale=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(scale))

    def forward(self, x):
        return self.scale * (x**2).flatten(1).sum(-1) / 2


class LossOf(nn.Module):
    """A function and the module that it is about, tied together: called with the other arguments."""

    def __init__(self, function, module):
        super().__init__()
        self.function, self.module = function, module

    def forward(self, *args):
        return self.function(self.module, *args)


def fill_gradients(module, slope):
    """Every parameter gets a gradient that is `slope` everywhere, as if backward had left it there."""
    for parameter in module.parameters():
        parameter.grad = torch.full_like(parameter, slope)
