"""Results are written into one tensor; the ReLU of all branches comes last, and the pooling shifts the maps."""

import torch
from torch import nn


class InceptionBlock(nn.Module):
    def __init__(self, c_in, c1, r3, c3, r5, c5, cp):
        super().__init__()
        self.b1, self.bp = nn.Conv2d(c_in, c1, 1), nn.Conv2d(c_in, cp, 1)
        self.b3a, self.b3b = nn.Conv2d(c_in, r3, 1), nn.Conv2d(r3, c3, 3, padding=1)
        self.b5a, self.b5b = nn.Conv2d(c_in, r5, 1), nn.Conv2d(r5, c5, 5, padding="same")
        self.widths = [c1, c3, c5, cp]

    def largest(self, x):
        h, w = x.shape[2:]
        framed = nn.functional.pad(x, (1, 1, 1, 1), value=-float("inf"))
        best = x
        for i in range(3):
            for j in range(3):
                best = torch.maximum(best, framed[:, :, i : i + h, j : j + w])
        return best

    def forward(self, x):
        parts = [
            self.b1(x),
            self.b3b(self.b3a(x).clamp(min=0)),
            self.b5b(self.b5a(x).clamp(min=0)),
            self.bp(self.largest(x)),
        ]
        out = x.new_zeros(x.shape[0], sum(self.widths), *x.shape[2:])
        at = 0
        for part, width in zip(parts, self.widths):
            out[:, at : at + width] = part
            at += width
        return torch.relu(out)
