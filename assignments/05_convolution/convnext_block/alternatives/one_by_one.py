"""1 x 1 convolutions in place of Linear layers, and a LayerNorm written out for channels on axis 1."""

import torch
from torch import nn


class ConvNeXtBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dw = nn.Conv2d(dim, dim, kernel_size=7, padding="same", groups=dim)
        self.norm = nn.LayerNorm(dim, eps=1e-5)
        self.pw1 = nn.Conv2d(dim, 4 * dim, 1)
        self.act = nn.GELU()
        self.pw2 = nn.Conv2d(4 * dim, dim, 1)

    def forward(self, x):
        h = self.dw(x)
        mu = h.mean(1, keepdim=True)
        var = ((h - mu) ** 2).mean(1, keepdim=True)
        h = (h - mu) / torch.sqrt(var + 1e-5)
        h = h * self.norm.weight.view(1, -1, 1, 1) + self.norm.bias.view(1, -1, 1, 1)
        return self.pw2(self.act(self.pw1(h))) + x
