"""The block of ConvNeXt: a convolutional net that learned from Transformers."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class ConvNeXtBlock(nn.Module):
    """Places first, then channels, and a direct way around both.

        h   = dw(x)                   depthwise 7 x 7 convolution with padding 3: places, each channel on its own
        h   = norm(h)                 LayerNorm over the channels of each pixel
        h   = pw2(gelu(pw1(h)))       at every pixel, dim -> 4 dim -> dim: channels, each pixel on its own
        out = x + h

    Here gelu is the exact one, z times the normal distribution function of z. All layers have biases.

    The layers of torch.nn are welcome. pw1 and pw2 may be nn.Linear layers (then the channels have to come last) or 1 x 1
    convolutions. Call the layers dw, norm, pw1 and pw2: the grader loads its own weights into your block by these names.
    """

    def __init__(self, dim: int) -> None:
        """Make the layers.

        Args:
            dim: channels of the input and of the output.
        """
        if not dim >= 1:
            raise ValueError(f"dim is {dim}: it must be at least 1")
        super().__init__()
        self.dw = nn.Conv2d(dim, dim, 7, padding=3, groups=dim)
        self.norm = nn.LayerNorm(dim)
        self.pw1 = nn.Linear(dim, 4 * dim)
        self.pw2 = nn.Linear(4 * dim, dim)

    def forward(self, x: Float[torch.Tensor, "N dim H W"]) -> Float[torch.Tensor, "N dim H W"]:
        """The maps with what the block adds to them."""
        if x.shape[1] != self.dw.in_channels:
            raise ValueError(f"x has {x.shape[1]} channels, not {self.dw.in_channels}")
        h = self.dw(x).movedim(1, -1)  # (N, H, W, dim)
        h = self.pw2(F.gelu(self.pw1(self.norm(h))))
        return x + h.movedim(-1, 1)
