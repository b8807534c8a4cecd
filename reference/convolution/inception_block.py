"""The block of GoogLeNet: windows of several sizes side by side."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class InceptionBlock(nn.Module):
    """Four branches that see the same maps; their results stand side by side as channels, in this order:

        b1               1 x 1, c_in -> c1
        b3a, b3b         1 x 1, c_in -> r3, then 3 x 3 with padding 1, r3 -> c3
        b5a, b5b         1 x 1, c_in -> r5, then 5 x 5 with padding 2, r5 -> c5
        max pooling, bp  3 x 3 with stride 1 and padding 1, then 1 x 1, c_in -> cp

    Every convolution has a bias and a ReLU directly behind it. Height and width stay as they are. The 1 x 1 convolutions
    before the large ones make the number of channels small before the expensive part.

    The layers of torch.nn are welcome. Call the convolutions b1, b3a, b3b, b5a, b5b and bp: the grader loads its own weights
    into your block by these names.
    """

    def __init__(self, c_in: int, c1: int, r3: int, c3: int, r5: int, c5: int, cp: int) -> None:
        """Make the layers.

        Args:
            c_in: channels of the input.
            c1, c3, c5, cp: channels that the four branches return.
            r3, r5: channels between the two convolutions of the second and of the third branch.
        """
        channels = {"c_in": c_in, "c1": c1, "r3": r3, "c3": c3, "r5": r5, "c5": c5, "cp": cp}
        for name, value in channels.items():
            if not value >= 1:
                raise ValueError(f"{name} is {value}: it must be at least 1")
        super().__init__()
        self.b1 = nn.Conv2d(c_in, c1, 1)
        self.b3a = nn.Conv2d(c_in, r3, 1)
        self.b3b = nn.Conv2d(r3, c3, 3, padding=1)
        self.b5a = nn.Conv2d(c_in, r5, 1)
        self.b5b = nn.Conv2d(r5, c5, 5, padding=2)
        self.bp = nn.Conv2d(c_in, cp, 1)

    def forward(self, x: Float[torch.Tensor, "N c_in H W"]) -> Float[torch.Tensor, "N c_out H W"]:
        """The four results, c1 + c3 + c5 + cp channels."""
        if x.shape[1] != self.b1.in_channels:
            raise ValueError(f"x has {x.shape[1]} channels, not {self.b1.in_channels}")
        one = F.relu(self.b1(x))
        three = F.relu(self.b3b(F.relu(self.b3a(x))))
        five = F.relu(self.b5b(F.relu(self.b5a(x))))
        pooled = F.relu(self.bp(F.max_pool2d(x, 3, stride=1, padding=1)))
        return torch.cat([one, three, five, pooled], dim=1)
