"""A convolutional discriminator: strides in the place of pooling."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class DCGANDiscriminator(nn.Module):
    """Judges images of 28 x 28 pixels: a logit for each, above 0 for "real".

        conv   1 -> 64      kernel 4, stride 2, padding 1     28 x 28 -> 14 x 14     LeakyReLU
        conv   64 -> 128    kernel 4, stride 2, padding 1     14 x 14 ->  7 x 7      batch norm, LeakyReLU
        conv   128 -> 256   kernel 3, stride 2, padding 1      7 x 7  ->  4 x 4      batch norm, LeakyReLU
        conv   256 -> 1     kernel 4, stride 1, padding 0      4 x 4  ->  1 x 1

    LeakyReLU has slope 0.2 below 0. No convolution has a bias. What comes out are logits of shape (N,), not
    probabilities. Create the layers in this order; how you name or group them is up to you. The grader puts its own
    weights into your net and finds out by shape, order and result which layer is which.
    """

    def __init__(self) -> None:
        """Make the layers."""
        super().__init__()
        self.down1 = nn.Conv2d(1, 64, 4, stride=2, padding=1, bias=False)
        self.down2 = nn.Conv2d(64, 128, 4, stride=2, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(128)
        self.down3 = nn.Conv2d(128, 256, 3, stride=2, padding=1, bias=False)
        self.norm3 = nn.BatchNorm2d(256)
        self.down4 = nn.Conv2d(256, 1, 4, stride=1, padding=0, bias=False)

    def forward(self, x: Float[torch.Tensor, "N 1 28 28"]) -> Float[torch.Tensor, "N"]:
        """The logits of the images."""
        if x.shape[1:] != (1, 28, 28):
            raise ValueError(f"x has images of shape {tuple(x.shape[1:])}: it must be (1, 28, 28)")
        h = F.leaky_relu(self.down1(x), 0.2)
        h = F.leaky_relu(self.norm2(self.down2(h)), 0.2)
        h = F.leaky_relu(self.norm3(self.down3(h)), 0.2)
        return self.down4(h).flatten()
