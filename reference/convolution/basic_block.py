"""The block of ResNet-18 and ResNet-34: two convolutions with batch norm beside a direct way."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class BasicBlock(nn.Module):
    """Two 3 x 3 convolutions with batch norm, a way around them, and a ReLU behind the sum.

        h   = relu(bn1(conv1(x)))                c_in -> c_out channels, with the stride
        h   = bn2(conv2(h))                      c_out -> c_out channels, stride 1
        out = relu(h + around)

    The way around is x itself if that has the right shape. If the stride is not 1, or if c_in and c_out differ, it is
    bn_proj(proj(x)), with proj a 1 x 1 convolution that has the stride. Both 3 x 3 convolutions have padding 1, and no
    convolution has a bias, since the norm behind it has one.

    The layers of torch.nn are welcome. Call them conv1, bn1, conv2, bn2, and, where they are needed, proj and bn_proj: the
    grader loads its own weights into your block by these names.
    """

    def __init__(self, c_in: int, c_out: int, stride: int = 1) -> None:
        """Make the layers.

        Args:
            c_in, c_out: channels of the input and of the output.
            stride: step of the first convolution, and of the projection.
        """
        for name, value in (("c_in", c_in), ("c_out", c_out), ("stride", stride)):
            if not value >= 1:
                raise ValueError(f"{name} is {value}: it must be at least 1")
        super().__init__()
        self.conv1 = nn.Conv2d(c_in, c_out, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(c_out)
        self.conv2 = nn.Conv2d(c_out, c_out, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(c_out)
        self.projects = stride != 1 or c_in != c_out
        if self.projects:
            self.proj = nn.Conv2d(c_in, c_out, 1, stride=stride, bias=False)
            self.bn_proj = nn.BatchNorm2d(c_out)

    def forward(self, x: Float[torch.Tensor, "N c_in H W"]) -> Float[torch.Tensor, "N c_out h w"]:
        """The maps behind the last ReLU."""
        if x.shape[1] != self.conv1.in_channels:
            raise ValueError(f"x has {x.shape[1]} channels, not {self.conv1.in_channels}")
        h = F.relu(self.bn1(self.conv1(x)))
        h = self.bn2(self.conv2(h))
        around = self.bn_proj(self.proj(x)) if self.projects else x
        return F.relu(h + around)
