"""The largest of four slices; ReLU after the pooling, which is the same, since the larger stays the larger."""

import itertools

import torch
from torch import nn


class VGGBlock(nn.Module):
    def __init__(self, n, c_in, c_out):
        super().__init__()
        if n < 1:
            raise ValueError("n: at least one convolution")
        widths = [c_in] + [c_out] * n
        self.convs = nn.ModuleList([nn.Conv2d(a, b, (3, 3), padding=(1, 1)) for a, b in itertools.pairwise(widths)])

    def forward(self, x):
        *inner, last = self.convs
        for conv in inner:
            x = conv(x).clamp(min=0)
        x = last(x)
        h, w = x.shape[2] // 2 * 2, x.shape[3] // 2 * 2
        top = torch.maximum(x[:, :, 0:h:2, 0:w:2], x[:, :, 0:h:2, 1:w:2])
        bottom = torch.maximum(x[:, :, 1:h:2, 0:w:2], x[:, :, 1:h:2, 1:w:2])
        return torch.relu(torch.maximum(top, bottom))
