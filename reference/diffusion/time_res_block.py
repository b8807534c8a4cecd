"""A residual block that is told the time."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class TimeResBlock(nn.Module):
    """Two convolutions with a time in between, and a way around them.

        h   = Conv3(SiLU(GN(x)))              c_in  -> c_out channels
        h   = h + Linear(SiLU(t_emb))         t_dim -> c_out numbers, each added to all pixels of its channel
        h   = Conv3(SiLU(GN(h)))              c_out -> c_out channels
        out = h + skip(x)                     skip: x itself if c_in = c_out, else a 1x1 convolution

    Conv3 is a 3x3 convolution with padding 1. GN is a group normalisation, a separate one at each place; with c channels it has
    gcd(8, c) groups, so that every c works, including 1.

    The layers of torch.nn are welcome. Create them in this order: the first norm, the first convolution, the Linear, the
    second norm, the second convolution, and the 1x1 convolution where there is one. The grader puts its own weights into your
    block and finds out by shape, order and result which layer is which; how you name or group the layers is up to you.
    """

    def __init__(self, c_in: int, c_out: int, t_dim: int) -> None:
        """Make the layers.

        Args:
            c_in: channels of x.
            c_out: channels of the result.
            t_dim: width of the time embedding.
        """
        super().__init__()
        self.norm1 = nn.GroupNorm(math.gcd(8, c_in), c_in)
        self.conv1 = nn.Conv2d(c_in, c_out, 3, padding=1)
        self.time = nn.Linear(t_dim, c_out)
        self.norm2 = nn.GroupNorm(math.gcd(8, c_out), c_out)
        self.conv2 = nn.Conv2d(c_out, c_out, 3, padding=1)
        self.skip = nn.Identity() if c_in == c_out else nn.Conv2d(c_in, c_out, 1)

    def forward(
        self, x: Float[torch.Tensor, "N c_in H W"], t_emb: Float[torch.Tensor, "N t_dim"]
    ) -> Float[torch.Tensor, "N c_out H W"]:
        """The block's result for images x, each with the embedding of its own time."""
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(F.silu(t_emb))[:, :, None, None]
        h = self.conv2(F.silu(self.norm2(h)))
        return h + self.skip(x)
