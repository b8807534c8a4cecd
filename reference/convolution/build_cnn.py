"""A net from a few numbers: what one varies in a search for a good architecture."""

from __future__ import annotations

from torch import nn


def build_cnn(kernel: int = 3, filters: int = 32, blocks: int = 3, c_in: int = 3, classes: int = 10) -> nn.Module:
    """Build a convolutional classifier for images of 32 x 32 pixels.

    Block i = 0, 1, ..., blocks - 1 is

        convolution, kernel x kernel with padding kernel // 2 and a bias, to filters * 2^min(i, 2) channels
        batch norm, ReLU, max pooling 2 x 2

    so that the number of channels doubles twice and then stays. Behind the last block come the mean of each map over all
    its pixels, and an affine layer with `classes` outputs and nothing behind it.

    Args:
        kernel: height and width of the kernels, odd.
        filters: channels of the first block.
        blocks: number of blocks, 1 to 5: each halves the maps, and five of them leave one pixel of 32.
        c_in: channels of the images.
        classes: number of logits.

    Returns:
        The net, an nn.Module: called with images (N, c_in, 32, 32), it returns logits (N, classes). Create the layers in the
        order in which they are applied; how you name or group them is up to you.

    Raises:
        ValueError: if kernel is even or less than 1, or blocks is not one of 1, ..., 5.
    """
    if kernel < 1 or kernel % 2 == 0:
        raise ValueError(f"kernel: an odd number is needed, not {kernel}")
    for name, value in (("filters", filters), ("c_in", c_in), ("classes", classes)):
        if not value >= 1:
            raise ValueError(f"{name} is {value}: it must be at least 1")
    if not 1 <= blocks <= 5:
        raise ValueError(f"blocks: {blocks} blocks do not fit to images of 32 x 32 pixels")
    layers: list[nn.Module] = []
    channels = c_in
    for i in range(blocks):
        wider = filters * 2 ** min(i, 2)
        layers += [nn.Conv2d(channels, wider, kernel, padding=kernel // 2), nn.BatchNorm2d(wider), nn.ReLU(), nn.MaxPool2d(2)]
        channels = wider
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))
