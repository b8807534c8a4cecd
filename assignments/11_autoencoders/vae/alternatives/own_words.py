"""The decoder first, both heads in a list with that of logvar in front, a constant as a buffer, a layer under two names."""

import torch
from torch import nn


class VAE(nn.Module):
    def __init__(self, d=784, h=512, k=20):
        super().__init__()
        self.register_buffer("one_half", torch.tensor(0.5))
        self.register_buffer("prior_mean", torch.zeros(k))
        self.generator = nn.Sequential(nn.Linear(k, h), nn.ReLU(), nn.Linear(h, d))
        self.heads = nn.ModuleList([nn.Linear(h, k), nn.Linear(h, k)])
        self.reader = nn.Sequential(nn.Linear(d, h), nn.ReLU())
        self.first_layer = self.reader[0]
        self.steps_done = nn.Parameter(torch.zeros(1), requires_grad=False)

    def encode(self, x):
        read = self.reader(x)
        return self.heads[1](read), self.heads[0](read)

    def decode(self, z):
        return self.generator(z)

    def forward(self, x, eps):
        mu, logvar = self.encode(x)
        return self.decode(mu + (self.one_half * logvar).exp() * eps), mu, logvar
