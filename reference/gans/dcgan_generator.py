"""A convolutional generator: from one point to an image, layer by layer larger."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


class DCGANGenerator(nn.Module):
    """Makes images of 28 x 28 pixels with values in [-1, 1] out of latents z (N, k, 1, 1).

        transposed conv   k -> 256     kernel 4, stride 1, padding 0      1 x 1   ->  4 x 4     batch norm, ReLU
        transposed conv   256 -> 128   kernel 3, stride 2, padding 1      4 x 4   ->  7 x 7     batch norm, ReLU
        transposed conv   128 -> 64    kernel 4, stride 2, padding 1      7 x 7   -> 14 x 14    batch norm, ReLU
        transposed conv   64 -> 1      kernel 4, stride 2, padding 1     14 x 14  -> 28 x 28    tanh

    No convolution has a bias. Create the layers in this order; how you name or group them is up to you. The grader puts
    its own weights into your net and finds out by shape, order and result which layer is which.
    """

    def __init__(self, k: int = 100) -> None:
        """Make the layers for latents with k channels."""
        super().__init__()
        self.up1 = nn.ConvTranspose2d(k, 256, 4, stride=1, padding=0, bias=False)
        self.norm1 = nn.BatchNorm2d(256)
        self.up2 = nn.ConvTranspose2d(256, 128, 3, stride=2, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(128)
        self.up3 = nn.ConvTranspose2d(128, 64, 4, stride=2, padding=1, bias=False)
        self.norm3 = nn.BatchNorm2d(64)
        self.up4 = nn.ConvTranspose2d(64, 1, 4, stride=2, padding=1, bias=False)

    def forward(self, z: Float[torch.Tensor, "N k 1 1"]) -> Float[torch.Tensor, "N 1 28 28"]:
        """The images that the latents stand for."""
        if z.shape[1:] != (self.up1.in_channels, 1, 1):
            raise ValueError(f"z has latents of shape {tuple(z.shape[1:])}: it must be ({self.up1.in_channels}, 1, 1)")
        h = torch.relu(self.norm1(self.up1(z)))
        h = torch.relu(self.norm2(self.up2(h)))
        h = torch.relu(self.norm3(self.up3(h)))
        return torch.tanh(self.up4(h))
