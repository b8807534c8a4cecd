"""Layers as lists that are walked down and up, bridges on a stack."""

import torch
from torch import nn


class UNetDenoiser(nn.Module):
    def __init__(self, c_in, base, t_dim):
        super().__init__()
        self.waves = t_dim
        self.time = nn.Linear(t_dim, t_dim)
        self.entry = nn.Conv2d(c_in, base, kernel_size=3, padding="same")
        self.falling = nn.ModuleList()
        width = base
        for _ in range(2):
            self.falling.append(TimeResBlock(width, width, t_dim))
            self.falling.append(nn.Conv2d(width, 2 * width, 3, 2, 1))
            width *= 2
        self.middle = TimeResBlock(width, width, t_dim)
        self.rising = nn.ModuleList()
        for _ in range(2):
            self.rising.append(nn.ConvTranspose2d(width, width // 2, 2, 2))
            self.rising.append(TimeResBlock(width, width // 2, t_dim))
            width //= 2
        self.exit = nn.Conv2d(base, c_in, kernel_size=1)

    def forward(self, x, i):
        numbers = time_embedding(i.detach().cpu().numpy(), self.waves, "concat")
        t = self.time(torch.from_numpy(numbers).to(x))
        bridges, h = [], self.entry(x)
        for block, down in zip(self.falling[::2], self.falling[1::2]):
            bridges.append(block(h, t))
            h = down(bridges[-1])
        h = self.middle(h, t)
        for up, block in zip(self.rising[::2], self.rising[1::2]):
            h = block(torch.hstack((up(h), bridges.pop())), t)
        return self.exit(h)
