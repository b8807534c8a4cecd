"""Labels as one-hot rows times the table, the time in torch, and arithmetic in place of a choice."""

import torch
import torch.nn.functional as F
from torch import nn


def condition_dropout(labels, u, p, null):
    lost = (u < p).long()
    return lost * null + (1 - lost) * labels


class ConditionalDenoiser(nn.Module):
    def __init__(self, c_in, base, t_dim, classes):
        super().__init__()
        half = t_dim // 2
        self.register_buffer("powers", torch.arange(half, dtype=torch.float64) / (half - 1))
        self.rows = classes + 1
        self.time = nn.Linear(t_dim, t_dim)
        self.label = nn.Embedding(self.rows, t_dim)
        self.first = nn.Conv2d(c_in, base, 3, padding=1)
        self.block = TimeResBlock(base, base, t_dim)
        self.down = nn.Conv2d(base, 2 * base, 3, stride=2, padding=1)
        self.middle = TimeResBlock(2 * base, 2 * base, t_dim)
        self.up = nn.ConvTranspose2d(2 * base, base, 2, stride=2)
        self.merge = TimeResBlock(2 * base, base, t_dim)
        self.last = nn.Conv2d(base, c_in, 1)

    def forward(self, x, i, y):
        angles = i[:, None] * 10000.0**-self.powers
        told = self.time(torch.cat([angles.sin(), angles.cos()], dim=1).to(x.dtype))
        told += F.one_hot(y, self.rows).to(x.dtype) @ self.label.weight
        h = bridge = self.block(self.first(x), told)
        h = self.up(self.middle(self.down(h), told))
        return self.last(self.merge(torch.cat((h, bridge), 1), told))
