"""Parts as Sequentials, the way around by a flag, the broadcast by unflatten."""

from math import gcd

import torch
from torch import nn


class TimeResBlock(nn.Module):
    def __init__(self, c_in, c_out, t_dim):
        super().__init__()

        def part(a, b):
            return nn.Sequential(nn.GroupNorm(gcd(8, a), a), nn.SiLU(), nn.Conv2d(a, b, kernel_size=3, padding="same"))

        self.first = part(c_in, c_out)
        self.time = nn.Sequential(nn.SiLU(), nn.Linear(t_dim, c_out))
        self.second = part(c_out, c_out)
        self.around = None
        if c_in != c_out:
            self.around = nn.Conv2d(c_in, c_out, kernel_size=1)

    def forward(self, x, t_emb):
        h = self.second(self.first(x) + self.time(t_emb).unflatten(1, (-1, 1, 1)))
        return torch.add(h, x if self.around is None else self.around(x))
