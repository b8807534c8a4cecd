"""The net's layers from the last to the first, the waves of all steps as a buffer, the last layer under a second name."""

import torch
import torch.nn.functional as F
from torch import nn


class PointDenoiser(nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        self.register_buffer("table", torch.tensor(time_embedding(torch.arange(100).numpy(), 32, "concat")).float())
        self.register_buffer("zeros", torch.zeros(hidden))
        self.guess = nn.Linear(hidden, 2)
        self.deep = nn.ModuleList([nn.Linear(hidden, hidden), nn.Linear(hidden, hidden)])
        self.clock, self.place = nn.Linear(32, hidden), nn.Linear(2, hidden)
        self.last_layer = self.guess

    def forward(self, x, i):
        h = F.silu(self.place(x) + self.clock(self.table[i]) + self.zeros)
        for layer in reversed(self.deep):
            h = F.silu(layer(h))
        return self.last_layer(h)
