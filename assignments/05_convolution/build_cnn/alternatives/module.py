"""A class with a ModuleList of blocks, and the mean taken in forward."""

import itertools

import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self, widths, kernel, classes):
        super().__init__()
        pairs = list(itertools.pairwise(widths))
        self.convs = nn.ModuleList([nn.Conv2d(a, b, kernel, padding=(kernel - 1) // 2) for a, b in pairs])
        self.norms = nn.ModuleList([nn.BatchNorm2d(b) for _, b in pairs])
        self.out = nn.Linear(widths[-1], classes)

    def forward(self, x):
        for conv, norm in zip(self.convs, self.norms):
            x = F.max_pool2d(F.relu(norm(conv(x))), kernel_size=2, stride=2)
        return self.out(x.mean((-1, -2)))


def build_cnn(kernel=3, filters=32, blocks=3, c_in=3, classes=10):
    if blocks not in range(1, 6):
        raise ValueError("blocks must be 1 to 5")
    if kernel % 2 != 1 or kernel < 0:
        raise ValueError("kernel must be odd")
    widths = [c_in] + [filters * (1, 2, 4, 4, 4)[i] for i in range(blocks)]
    return Net(widths, kernel, classes)
