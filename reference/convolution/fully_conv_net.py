"""A net without a fixed size: convolutions and a mean."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class FullyConvNet(nn.Module):
    """A classifier that takes images of any size of at least 4 x 4 pixels.

        conv1   3 x 3, stride 2, padding 1, c_in -> width, then ReLU
        conv2   3 x 3, stride 2, padding 1, width -> 2 width, then ReLU
        head    1 x 1, 2 width -> classes, nothing behind it
        then the mean of every map over all of its pixels

    `maps(x)` returns what the head returns: a score of each class at each place, before the mean. `forward(x)` returns the
    means, one row of scores for each image.

    The layers of torch.nn are welcome. Call them conv1, conv2 and head: the grader loads its own weights into your net by
    these names. All have biases.
    """

    def __init__(self, c_in: int, classes: int, width: int = 8) -> None:
        """Make the layers.

        Args:
            c_in: channels of the images.
            classes: number of scores.
            width: channels behind the first convolution.
        """
        for name, value in (("c_in", c_in), ("classes", classes), ("width", width)):
            if not value >= 1:
                raise ValueError(f"{name} is {value}: it must be at least 1")
        super().__init__()
        self.conv1 = nn.Conv2d(c_in, width, 3, stride=2, padding=1)
        self.conv2 = nn.Conv2d(width, 2 * width, 3, stride=2, padding=1)
        self.head = nn.Conv2d(2 * width, classes, 1)

    def maps(self, x: Float[torch.Tensor, "N c_in H W"]) -> Float[torch.Tensor, "N classes h w"]:
        """A score for each class at each place, before the mean."""
        if x.shape[1] != self.conv1.in_channels:
            raise ValueError(f"x has {x.shape[1]} channels, not {self.conv1.in_channels}")
        if min(x.shape[2:]) < 4:
            raise ValueError(f"x has images of {x.shape[2]} x {x.shape[3]} pixels: at least 4 x 4 are needed")
        h = F.relu(self.conv1(x))
        h = F.relu(self.conv2(h))
        return self.head(h)

    def forward(self, x: Float[torch.Tensor, "N c_in H W"]) -> Float[torch.Tensor, "N classes"]:
        """The mean of every map."""
        return self.maps(x).mean(dim=(2, 3))
