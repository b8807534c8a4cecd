"""A U inside a U: every level holds the next one."""

import torch
from torch import nn


def double(a, b):
    return nn.Sequential(nn.Conv2d(a, b, 3, 1, 1), nn.ReLU(True), nn.Conv2d(b, b, 3, 1, 1), nn.ReLU(True))


class Level(nn.Module):
    def __init__(self, c_from, width, below):
        super().__init__()
        self.encode = double(c_from, width)
        self.below = Level(width, 2 * width, below - 1) if below else double(width, 2 * width)
        self.lift = nn.ConvTranspose2d(2 * width, width, kernel_size=2, stride=2)
        self.decode = double(2 * width, width)

    def forward(self, x):
        kept = self.encode(x)
        deep = self.below(nn.functional.max_pool2d(kept, kernel_size=2))
        return self.decode(torch.cat((self.lift(deep), kept), 1))


class UNet(nn.Module):
    def __init__(self, c_in, classes, base=8, depth=2):
        super().__init__()
        if depth < 1:
            raise ValueError("depth")
        self.u = Level(c_in, base, depth - 1)
        self.head = nn.Conv2d(base, classes, 1)

    def forward(self, x):
        return self.head(self.u(x))
