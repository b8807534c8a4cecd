"""Layers in dictionaries by level, a stack of skips, and functional calls."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class UNet(nn.Module):
    def __init__(self, c_in, classes, base=8, depth=2):
        super().__init__()
        if not depth > 0:
            raise ValueError("depth must be positive")
        self.depth = depth
        width = lambda level: base << level
        for level in range(depth):
            before = width(level - 1) if level else c_in
            self.add_module(f"enc{level}a", nn.Conv2d(before, width(level), 3, padding=1))
            self.add_module(f"enc{level}b", nn.Conv2d(width(level), width(level), 3, padding=1))
        self.mid_a = nn.Conv2d(width(depth - 1), width(depth), 3, padding=1)
        self.mid_b = nn.Conv2d(width(depth), width(depth), 3, padding=1)
        for level in range(depth):
            self.add_module(f"up{level}", nn.ConvTranspose2d(width(level + 1), width(level), 2, 2))
        for level in range(depth):
            self.add_module(f"dec{level}a", nn.Conv2d(width(level + 1), width(level), 3, padding=1))
            self.add_module(f"dec{level}b", nn.Conv2d(width(level), width(level), 3, padding=1))
        self.head = nn.Conv2d(base, classes, kernel_size=(1, 1))

    def twice(self, name, x):
        for part in "ab":
            x = F.relu(getattr(self, name + part)(x))
        return x

    def forward(self, x):
        stack = []
        for level in range(self.depth):
            stack.append(self.twice(f"enc{level}", x))
            x = F.max_pool2d(stack[-1], 2, 2)
        x = self.twice("mid_", x)
        for level in reversed(range(self.depth)):
            x = torch.cat([getattr(self, f"up{level}")(x), stack.pop()], dim=-3)
            x = self.twice(f"dec{level}", x)
        return self.head(x)
