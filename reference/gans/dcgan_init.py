"""How the layers of a convolutional GAN begin."""

from __future__ import annotations

import torch
from torch import nn


def dcgan_init(module: nn.Module, generator: torch.Generator) -> None:
    """Draw new weights for all layers of a net that are of these kinds, in place:

        convolutions and transposed convolutions in one, two or three dimensions:   weight ~ N(0, 0.02^2)
        batch norms of one, two or three dimensions:                                weight ~ N(1, 0.02^2), bias = 0

    0.02 is the STANDARD DEVIATION. Everything else stays as it is: linear layers, biases of convolutions, running
    statistics. A batch norm without weights of its own (affine=False) has nothing to draw. The net may be one of these
    layers itself, and may hold others at any depth.

    Args:
        module: the net.
        generator: where all random numbers come from; the global ones of torch are not used.
    """
    convolutions = (
        nn.Conv1d,
        nn.Conv2d,
        nn.Conv3d,
        nn.ConvTranspose1d,
        nn.ConvTranspose2d,
        nn.ConvTranspose3d,
    )
    norms = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)
    for layer in module.modules():
        if isinstance(layer, convolutions):
            nn.init.normal_(layer.weight, 0.0, 0.02, generator=generator)
        elif isinstance(layer, norms) and layer.affine:
            nn.init.normal_(layer.weight, 1.0, 0.02, generator=generator)
            nn.init.zeros_(layer.bias)
