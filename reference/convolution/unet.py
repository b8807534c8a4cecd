"""U-Net: down to see far, up to see sharply, and a bridge on every level."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


def _two_convolutions(c_in: int, c_out: int) -> nn.Sequential:
    """Twice a 3 x 3 convolution that keeps the size, with its ReLU."""
    return nn.Sequential(nn.Conv2d(c_in, c_out, 3, padding=1), nn.ReLU(), nn.Conv2d(c_out, c_out, 3, padding=1), nn.ReLU())


class UNet(nn.Module):
    """A net that returns a score for every class at every pixel. Level l has base * 2^l channels, l = 0, ..., depth - 1.

        down, l = 0, 1, ...        h = enc[l](h), and h is kept as the skip of level l; then max pooling 2 x 2
        middle                     h = mid(h), with base * 2^depth channels
        up, l = depth - 1, ..., 0  h = up[l](h): a transposed 2 x 2 convolution with stride 2, which halves the channels;
                                   h = dec[l]([h, skip of level l]): the channels of h come first
        end                        head: a 1 x 1 convolution, base -> classes, with nothing behind it

    Every enc[l], dec[l] and mid is twice a 3 x 3 convolution with padding 1 and a ReLU behind it. The first of the two
    changes the number of channels, the second keeps it. All convolutions have biases.

    The layers of torch.nn are welcome. Create them in this order: enc from level 0 on, mid, then up and dec of all levels,
    each from level 0 on, and head. The grader puts its own weights into your net and finds out by shape, order and
    result which layer is which; how you name or group them is up to you.
    """

    def __init__(self, c_in: int, classes: int, base: int = 8, depth: int = 2) -> None:
        """Make the layers.

        Args:
            c_in: channels of the images.
            classes: channels of the result.
            base: channels of level 0.
            depth: number of levels, at least 1.

        Raises:
            ValueError: if depth is less than 1.
        """
        super().__init__()
        for name, value in (("c_in", c_in), ("classes", classes), ("base", base)):
            if not value >= 1:
                raise ValueError(f"{name} is {value}: it must be at least 1")
        if depth < 1:
            raise ValueError(f"depth: a U has at least one level, not {depth}")
        widths = [base * 2**level for level in range(depth + 1)]
        self.enc = nn.ModuleList(_two_convolutions(a, b) for a, b in zip([c_in, *widths], widths[:-1]))
        self.mid = _two_convolutions(widths[-2], widths[-1])
        self.up = nn.ModuleList(nn.ConvTranspose2d(2 * width, width, 2, stride=2) for width in widths[:-1])
        self.dec = nn.ModuleList(_two_convolutions(2 * width, width) for width in widths[:-1])
        self.head = nn.Conv2d(base, classes, 1)

    def forward(self, x: Float[torch.Tensor, "N c_in H W"]) -> Float[torch.Tensor, "N classes H W"]:
        """The scores of all pixels; H and W are multiples of 2^depth."""
        if x.shape[1] != self.enc[0][0].in_channels:
            raise ValueError(f"x has {x.shape[1]} channels, not {self.enc[0][0].in_channels}")
        if any(side % 2 ** len(self.enc) for side in x.shape[2:]):
            raise ValueError(f"x has images of {x.shape[2]} x {x.shape[3]} pixels, no multiples of {2 ** len(self.enc)}")
        h, skips = x, []
        for enc in self.enc:
            h = enc(h)
            skips.append(h)
            h = F.max_pool2d(h, 2)
        h = self.mid(h)
        for up, dec, skip in zip(reversed(self.up), reversed(self.dec), reversed(skips)):
            h = dec(torch.cat([up(h), skip], dim=1))
        return self.head(h)
