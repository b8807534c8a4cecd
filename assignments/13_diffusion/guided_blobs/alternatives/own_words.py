"""The net's layers in groups, the later ones first, with a constant beside and a layer under two names."""

import torch
import torch.nn.functional as F
from torch import nn


class BlobDenoiser(nn.Module):
    def __init__(self, classes, hidden=64):
        super().__init__()
        self.register_buffer("table", torch.tensor(time_embedding(torch.arange(100).numpy(), 32, "concat")).float())
        self.deep = nn.Sequential(*(nn.Sequential(nn.Linear(hidden, hidden), nn.SiLU()) for _ in range(2)))
        self.guess = nn.Linear(hidden, 2)
        self.reading = nn.ModuleDict(
            {
                "class": nn.Embedding(classes + 1, hidden),
                "time": nn.Linear(32, hidden),
                "point": nn.Linear(2, hidden),
            }
        )
        self.of_class = self.reading["class"]

    def forward(self, x, i, y):
        read = self.reading["point"](x) + self.reading["time"](self.table[i]) + self.of_class(y)
        return self.guess(self.deep[1](self.deep[0](F.silu(read))))
