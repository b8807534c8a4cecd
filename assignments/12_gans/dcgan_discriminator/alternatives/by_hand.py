"""The last kernel applied as a sum over the whole map; the slope as a maximum; layers from the last to the first."""

import torch
from torch import nn


class DCGANDiscriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.judge = nn.Conv2d(256, 1, 4, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(256), nn.BatchNorm2d(128)])
        self.convs = nn.ModuleList(
            [
                nn.Conv2d(128, 256, 3, 2, 1, bias=False),
                nn.Conv2d(64, 128, 4, 2, 1, bias=False),
                nn.Conv2d(1, 64, 4, 2, 1, bias=False),
            ]
        )

    @staticmethod
    def leak(a):
        return torch.maximum(a, 0.2 * a)

    def forward(self, x):
        h = self.leak(self.convs[2](x))
        h = self.leak(self.norms[1](self.convs[1](h)))
        h = self.leak(self.norms[0](self.convs[0](h)))
        return (h * self.judge.weight).sum(dim=(1, 2, 3))
