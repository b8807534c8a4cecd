"""The layers of the second half first; the way around is a Linear over the channels, and the norms have a second name."""

import math

from torch import nn


class TimeResBlock(nn.Module):
    def __init__(self, c_in, c_out, t_dim):
        super().__init__()
        self.around = None if c_in == c_out else nn.Linear(c_in, c_out)
        self.later = nn.Sequential(nn.GroupNorm(math.gcd(8, c_out), c_out), nn.SiLU(), nn.Conv2d(c_out, c_out, 3, padding=1))
        self.clock = nn.Sequential(nn.SiLU(), nn.Linear(t_dim, c_out))
        self.sooner = nn.Sequential(nn.GroupNorm(math.gcd(8, c_in), c_in), nn.SiLU(), nn.Conv2d(c_in, c_out, 3, padding=1))
        self.norms = nn.ModuleList([self.later[0], self.sooner[0]])

    def forward(self, x, t_emb):
        way = x if self.around is None else self.around(x.movedim(1, -1)).movedim(-1, 1)
        h = self.sooner(x) + self.clock(t_emb).unsqueeze(-1).unsqueeze(-1)
        return self.later(h) + way
