"""The block of VGG: nothing but small kernels, then a pooling."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class VGGBlock(nn.Module):
    """n convolutions of 3 x 3 with a ReLU behind each of them, then one max pooling of 2 x 2 with stride 2.

    The convolutions have padding 1 and a bias, so that only the pooling makes the maps smaller. The first turns c_in
    channels into c_out, the others keep c_out.

    The layers of torch.nn are welcome. Put the convolutions into an nn.ModuleList called convs, in their order: the
    grader loads its own weights into your block by these names.
    """

    def __init__(self, n: int, c_in: int, c_out: int) -> None:
        """Make the layers.

        Args:
            n: number of convolutions, at least 1.
            c_in, c_out: channels of the input and of the output.

        Raises:
            ValueError: if n is less than 1.
        """
        super().__init__()
        for name, value in (("c_in", c_in), ("c_out", c_out)):
            if not value >= 1:
                raise ValueError(f"{name} is {value}: it must be at least 1")
        if n < 1:
            raise ValueError(f"n: a block has at least one convolution, not {n}")
        self.convs = nn.ModuleList(nn.Conv2d(c_out if i else c_in, c_out, 3, padding=1) for i in range(n))

    def forward(self, x: Float[torch.Tensor, "N c_in H W"]) -> Float[torch.Tensor, "N c_out h w"]:
        """The maps behind the pooling; half as high and half as wide, rounded down."""
        if x.shape[1] != self.convs[0].in_channels:
            raise ValueError(f"x has {x.shape[1]} channels, not {self.convs[0].in_channels}")
        if min(x.shape[2:]) < 2:
            raise ValueError(f"x has maps of {x.shape[2]} x {x.shape[3]} pixels: no window of 2 x 2 fits")
        for conv in self.convs:
            x = F.relu(conv(x))
        return F.max_pool2d(x, 2)
