"""A stand-in for a variational autoencoder, to try a training step on."""

import torch
from torch import nn


def leave_gradients(model):
    """As if an earlier batch had been here: every parameter has a gradient of ones."""
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)


class Toy(nn.Module):
    """Called like a VAE, and far from being one: logits, mu and logvar are linear in x, the logits in the noise as well."""

    def __init__(self, d=4, k=3):
        super().__init__()
        self.pixels = nn.Linear(d, d)
        self.noise = nn.Linear(k, d)
        self.mu = nn.Linear(d, k)
        self.logvar = nn.Linear(d, k)

    def forward(self, x, eps):
        return self.pixels(x) + self.noise(eps), self.mu(x), self.logvar(x)
