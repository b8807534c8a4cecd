"""The net that guesses the noise in an image: a U of residual blocks."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import nn

from reference.diffusion.time_embedding import time_embedding
from reference.diffusion.time_res_block import TimeResBlock


class UNetDenoiser(nn.Module):
    """Two levels down, a middle, two levels up, and a bridge on each level. C is short for `base`.

        t_emb = Linear(time_embedding(i, t_dim, "concat"))                      t_dim -> t_dim

        x -> Conv3 -> block -> s1 (C, H, W)                  [up to (C, H, W), s1] -> block -> Conv1 -> out
                      down to (2C, H/2, W/2) -> block -> s2          [up to (2C, H/2, W/2), s2] -> block ^
                                   down to (4C, H/4, W/4) -> block ^

    Every block is a `TimeResBlock` that gets t_emb; those on the way down and the one in the middle keep the number of
    channels, those on the way up halve it (4C -> 2C, 2C -> C). "down" is a 3x3 convolution with stride 2 and padding 1,
    "up" a transposed 2x2 convolution with stride 2, and [a, b] puts the channels of a before those of b. The first Conv3 is a
    3x3 convolution with padding 1 from c_in to C channels, Conv1 a 1x1 convolution from C to c_in with nothing behind it: noise
    takes all values.

    Create the layers in the order in which they are applied: the Linear for the time, the first convolution, block, down,
    block, down, middle block, up, block, up, block, last convolution. The grader puts its own weights into your net and
    finds out by shape, order and result which layer is which; how you name or group them is up to you.
    """

    def __init__(self, c_in: int, base: int, t_dim: int) -> None:
        """Make the layers.

        Args:
            c_in: channels of the images.
            base: channels on the upper level.
            t_dim: width of the time embedding, even and at least 4.
        """
        super().__init__()
        self.t_dim = t_dim
        self.time = nn.Linear(t_dim, t_dim)
        self.first = nn.Conv2d(c_in, base, 3, padding=1)
        self.block1 = TimeResBlock(base, base, t_dim)
        self.down1 = nn.Conv2d(base, 2 * base, 3, stride=2, padding=1)
        self.block2 = TimeResBlock(2 * base, 2 * base, t_dim)
        self.down2 = nn.Conv2d(2 * base, 4 * base, 3, stride=2, padding=1)
        self.middle = TimeResBlock(4 * base, 4 * base, t_dim)
        self.up2 = nn.ConvTranspose2d(4 * base, 2 * base, 2, stride=2)
        self.merge2 = TimeResBlock(4 * base, 2 * base, t_dim)
        self.up1 = nn.ConvTranspose2d(2 * base, base, 2, stride=2)
        self.merge1 = TimeResBlock(2 * base, base, t_dim)
        self.last = nn.Conv2d(base, c_in, 1)

    def forward(self, x: Float[torch.Tensor, "N c_in H W"], i: Int[torch.Tensor, "N"]) -> Float[torch.Tensor, "N c_in H W"]:
        """A guess of the noise in x at the steps i; H and W are divisible by 4."""
        waves = torch.as_tensor(time_embedding(i.numpy(), self.t_dim, "concat"), dtype=x.dtype)
        t_emb = self.time(waves)
        skip1 = self.block1(self.first(x), t_emb)  # (N, C, H, W)
        skip2 = self.block2(self.down1(skip1), t_emb)  # (N, 2C, H/2, W/2)
        h = self.middle(self.down2(skip2), t_emb)  # (N, 4C, H/4, W/4)
        h = self.merge2(torch.cat([self.up2(h), skip2], dim=1), t_emb)
        h = self.merge1(torch.cat([self.up1(h), skip1], dim=1), t_emb)
        return self.last(h)
