"""A list of all maps, joined anew for every layer."""

import torch
from torch import nn


class DenseBlock(nn.Module):
    def __init__(self, c_in, growth, n):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(n):
            self.layers.append(nn.Sequential(nn.Conv2d(c_in, growth, kernel_size=3, padding="same"), nn.ReLU()))
            c_in += growth

    def forward(self, x):
        seen = [x]
        for layer in self.layers:
            seen.append(layer(torch.cat(seen, 1)))
        return torch.cat(seen, 1)
