"""Layers made from the end to the beginning, in a dict, with the wave numbers of the time as a buffer."""

import torch
from torch import nn


class UNetDenoiser(nn.Module):
    def __init__(self, c_in, base, t_dim):
        super().__init__()
        self.register_buffer("powers", torch.arange(t_dim // 2) / (t_dim // 2 - 1))
        self.layers = nn.ModuleDict(
            {
                "guess": nn.Conv2d(base, c_in, 1),
                "high_right": TimeResBlock(2 * base, base, t_dim),
                "rise_high": nn.ConvTranspose2d(2 * base, base, 2, stride=2),
                "low_right": TimeResBlock(4 * base, 2 * base, t_dim),
                "rise_low": nn.ConvTranspose2d(4 * base, 2 * base, 2, stride=2),
                "ground": TimeResBlock(4 * base, 4 * base, t_dim),
                "fall_low": nn.Conv2d(2 * base, 4 * base, 3, stride=2, padding=1),
                "low_left": TimeResBlock(2 * base, 2 * base, t_dim),
                "fall_high": nn.Conv2d(base, 2 * base, 3, stride=2, padding=1),
                "high_left": TimeResBlock(base, base, t_dim),
                "image": nn.Conv2d(c_in, base, 3, padding=1),
                "clock": nn.Linear(t_dim, t_dim),
            }
        )

    def forward(self, x, i):
        angles = i[:, None] * 10000.0 ** -self.powers.double()
        use = self.layers
        t = use["clock"](torch.cat([angles.sin(), angles.cos()], dim=1).to(x.dtype))
        high = use["high_left"](use["image"](x), t)
        low = use["low_left"](use["fall_high"](high), t)
        h = use["rise_low"](use["ground"](use["fall_low"](low), t))
        h = use["rise_high"](use["low_right"](torch.cat([h, low], dim=1), t))
        return use["guess"](use["high_right"](torch.cat([h, high], dim=1), t))
