"""A ModuleList of four Sequentials."""

import torch
from torch import nn


class InceptionBlock(nn.Module):
    def __init__(self, c_in, c1, r3, c3, r5, c5, cp):
        super().__init__()

        def conv(a, b, k):
            return nn.Sequential(nn.Conv2d(a, b, k, padding=k // 2), nn.ReLU())

        self.branches = nn.ModuleList(
            [
                conv(c_in, c1, 1),
                nn.Sequential(conv(c_in, r3, 1), conv(r3, c3, 3)),
                nn.Sequential(conv(c_in, r5, 1), conv(r5, c5, 5)),
                nn.Sequential(nn.MaxPool2d(3, 1, 1), conv(c_in, cp, 1)),
            ]
        )

    def forward(self, x):
        return torch.cat(tuple(branch(x) for branch in self.branches), 1)
