"""The parts in one dict; the table is a plain parameter; labels are hidden in a copy."""

import torch
from torch import nn


def condition_dropout(labels, u, p, null):
    hidden = labels.clone()
    hidden[u < p] = null
    return hidden


class ConditionalDenoiser(nn.Module):
    def __init__(self, c_in, base, t_dim, classes):
        super().__init__()
        self.waves = t_dim
        self.clock = nn.Linear(t_dim, t_dim)
        self.names = nn.Parameter(torch.randn(classes + 1, t_dim))
        self.parts = nn.ModuleDict(
            {
                "entry": nn.Conv2d(c_in, base, kernel_size=3, padding="same"),
                "left": TimeResBlock(base, base, t_dim),
                "fall": nn.Conv2d(base, 2 * base, 3, 2, 1),
                "ground": TimeResBlock(2 * base, 2 * base, t_dim),
                "rise": nn.ConvTranspose2d(2 * base, base, 2, 2),
                "right": TimeResBlock(2 * base, base, t_dim),
                "exit": nn.Conv2d(base, c_in, kernel_size=1),
            }
        )

    def forward(self, x, i, y):
        numbers = torch.from_numpy(time_embedding(i.numpy(), self.waves, "concat")).to(x)
        told = self.clock(numbers) + self.names[y]
        use = self.parts
        bridge = use["left"](use["entry"](x), told)
        below = use["rise"](use["ground"](use["fall"](bridge), told))
        return use["exit"](use["right"](torch.hstack((below, bridge)), told))
