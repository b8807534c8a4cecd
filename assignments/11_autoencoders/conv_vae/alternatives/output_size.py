"""Sequential encoder; the transposed convolutions are told the size to come back to."""

import itertools

import torch
from torch import nn


class ConvVAE(nn.Module):
    def __init__(self, base=16, k=20):
        super().__init__()
        sizes = [1, base, 2 * base, 4 * base]
        self.layers_down = nn.Sequential()
        for c_in, c_out in itertools.pairwise(sizes):
            self.layers_down.extend([nn.Conv2d(c_in, c_out, (3, 3), (2, 2), (1, 1)), nn.ReLU()])
        self.layers_down.append(nn.Flatten())
        self.heads = nn.ModuleList([nn.Linear(base * 64, k) for _ in range(2)])
        self.widen = nn.Sequential(nn.Linear(k, base * 64), nn.ReLU())
        self.layers_up = nn.ModuleList(
            [nn.ConvTranspose2d(c_in, c_out, 3, 2, 1) for c_in, c_out in zip(sizes[:0:-1], sizes[-2::-1])]
        )
        self.base = base

    def encode(self, x):
        flat = self.layers_down(x)
        return [head(flat) for head in self.heads]

    def decode(self, z):
        h = self.widen(z).view(len(z), 4 * self.base, 4, 4)
        for layer, size in zip(self.layers_up, (7, 14, 28)):
            h = layer(h, output_size=(size, size))
            if size < 28:
                h = h.relu()
        return h

    def forward(self, x, eps):
        mu, logvar = self.encode(x)
        return self.decode(torch.addcmul(mu, logvar.exp().sqrt(), eps)), mu, logvar
