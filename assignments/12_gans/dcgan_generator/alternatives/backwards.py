"""Layers in lists, the last ones first; a layer under two names; a constant beside them."""

import torch
from torch import nn


class DCGANGenerator(nn.Module):
    def __init__(self, k=100):
        super().__init__()
        self.register_buffer("sizes", torch.tensor([1, 4, 7, 14, 28]))
        widths = [k, 256, 128, 64, 1]
        shapes = [(4, 1, 0), (3, 2, 1), (4, 2, 1), (4, 2, 1)]
        self.norms = nn.ModuleList([nn.BatchNorm2d(c) for c in widths[1:-1]])
        self.ups = nn.ModuleDict(
            {
                f"to{self.sizes[i + 1]}": nn.ConvTranspose2d(widths[i], widths[i + 1], n, s, p, bias=False)
                for i, (n, s, p) in reversed(list(enumerate(shapes)))
            }
        )
        self.first = self.ups["to4"]

    def forward(self, z):
        h = self.first(z)
        for norm, name in zip(self.norms, ("to7", "to14", "to28")):
            h = self.ups[name](norm(h).clamp(min=0))
        return h.tanh()
