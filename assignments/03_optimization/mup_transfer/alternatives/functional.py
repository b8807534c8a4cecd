"""Weights drawn by hand and put into the layers; the factor applied to the hidden signal."""

import torch
import torch.nn.functional as F
from torch import nn


class MupMLP(nn.Module):
    def __init__(self, d_in, width, d_out, base):
        super().__init__()
        self.width, self.base = width, base
        sizes = {"input": (d_in, width, 2 / d_in), "hidden": (width, width, 2 / width), "output": (width, d_out, 1 / base)}
        for name, (fan_in, fan_out, variance) in sizes.items():
            layer = nn.Linear(fan_in, fan_out, bias=False)
            layer.weight.data = torch.randn(fan_out, fan_in) * variance**0.5
            setattr(self, name, layer)

    def forward(self, x):
        h = F.relu(self.hidden(F.relu(self.input(x))))
        return self.output(h * self.base / self.width)


def mup_rates(width, base, lr):
    if min(width, base) <= 0:
        raise ValueError("width and base")
    rates = dict.fromkeys(("input", "hidden", "output"), lr)
    rates["hidden"] /= width / base
    return rates
