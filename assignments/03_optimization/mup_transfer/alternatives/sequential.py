"""The layers a second time in a Sequential, and a constant kept as a buffer."""

import math

import torch
from torch import nn


class MupMLP(nn.Module):
    def __init__(self, d_in, width, d_out, base):
        super().__init__()
        self.input, self.hidden, self.output = (
            nn.Linear(a, b, bias=False) for a, b in ((d_in, width), (width, width), (width, d_out))
        )
        with torch.no_grad():
            self.input.weight.normal_(0, math.sqrt(2 / d_in))
            self.hidden.weight.normal_(0, math.sqrt(2 / width))
            self.output.weight.normal_(0, 1 / math.sqrt(base))
        self.register_buffer("factor", torch.tensor(base / width), persistent=False)

    def forward(self, x):
        return self.output(self.hidden(self.input(x).clamp(min=0)).clamp(min=0)) * self.factor


def mup_rates(width, base, lr):
    if width < 1:
        raise ValueError("width")
    if base < 1:
        raise ValueError("base")
    return {"output": lr, "hidden": lr / width * base, "input": lr}
