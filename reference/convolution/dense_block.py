"""The block of DenseNet: every layer sees all that came before it."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class DenseBlock(nn.Module):
    """n layers, each of which adds `growth` channels to a growing stack of maps.

        stack   = x
        layer l: stack = [stack, relu(convs[l](stack))]                  l = 0, ..., n - 1

    where [a, b] puts the channels of a before those of b. Layer l therefore sees c_in + l * growth channels: the input
    and all earlier results. The convolutions are 3 x 3 with padding 1 and a bias.

    The layers of torch.nn are welcome. Put the convolutions into an nn.ModuleList called convs, in their order: the
    grader loads its own weights into your block by these names.
    """

    def __init__(self, c_in: int, growth: int, n: int) -> None:
        """Make the layers.

        Args:
            c_in: channels of the input.
            growth: channels that each layer adds.
            n: number of layers; with 0 of them the block returns x.
        """
        for name, value in (("c_in", c_in), ("growth", growth)):
            if not value >= 1:
                raise ValueError(f"{name} is {value}: it must be at least 1")
        if not n >= 0:
            raise ValueError(f"n is {n}: it must be at least 0")
        super().__init__()
        self.c_in = c_in
        self.convs = nn.ModuleList(nn.Conv2d(c_in + level * growth, growth, 3, padding=1) for level in range(n))

    def forward(self, x: Float[torch.Tensor, "N c_in H W"]) -> Float[torch.Tensor, "N c_out H W"]:
        """The whole stack, c_in + n * growth channels; the first c_in of them are x."""
        if x.shape[1] != self.c_in:
            raise ValueError(f"x has {x.shape[1]} channels, not {self.c_in}")
        stack = x
        for conv in self.convs:
            stack = torch.cat([stack, F.relu(conv(stack))], dim=1)
        return stack
