"""LeNet-5, the net that read postcodes."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class LeNet5(nn.Module):
    """Two convolutions with pooling, then three affine layers, for images of 32 x 32 pixels.

        conv1   5 x 5, in_channels -> 6         28 x 28
        pool    2 x 2                           14 x 14
        conv2   5 x 5, 6 -> 16                  10 x 10
        pool    2 x 2                            5 x 5
        flatten (in the order channel, row, column)
        fc1     400 -> 120
        fc2     120 -> 84
        fc3     84 -> classes

    No convolution is padded. The activation stands directly behind every layer with weights, so before the pooling, but not
    behind the last: what comes out are logits.

    The layers of torch.nn are welcome. Call those with weights conv1, conv2, fc1, fc2 and fc3: the grader loads its own
    weights into your net by these names.
    """

    def __init__(self, in_channels: int = 1, classes: int = 10, pool: str = "avg", act: str = "tanh") -> None:
        """Make the layers.

        Args:
            in_channels: channels of the images.
            classes: number of logits.
            pool: "avg" or "max".
            act: "tanh" or "relu".

        Raises:
            ValueError: for another pool or act.
        """
        super().__init__()
        for name, value in (("in_channels", in_channels), ("classes", classes)):
            if not value >= 1:
                raise ValueError(f"{name} is {value}: it must be at least 1")
        if pool not in ("avg", "max"):
            raise ValueError(f"pool: {pool!r} is neither avg nor max")
        if act not in ("tanh", "relu"):
            raise ValueError(f"act: {act!r} is neither tanh nor relu")
        self.pool = F.avg_pool2d if pool == "avg" else F.max_pool2d
        self.act = torch.tanh if act == "tanh" else torch.relu
        self.conv1 = nn.Conv2d(in_channels, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(400, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, classes)

    def forward(self, x: Float[torch.Tensor, "N in_channels 32 32"]) -> Float[torch.Tensor, "N classes"]:
        """The logits of each image."""
        if x.shape[1:] != (self.conv1.in_channels, 32, 32):
            raise ValueError(f"x has images of shape {tuple(x.shape[1:])}, not {(self.conv1.in_channels, 32, 32)}")
        h = self.pool(self.act(self.conv1(x)), 2)  # (N, 6, 14, 14)
        h = self.pool(self.act(self.conv2(h)), 2)  # (N, 16, 5, 5)
        h = self.act(self.fc1(h.flatten(1)))
        h = self.act(self.fc2(h))
        return self.fc3(h)
