"""A net that can be told what the image shows, and sometimes is not told."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import nn

from reference.diffusion.time_embedding import time_embedding
from reference.diffusion.time_res_block import TimeResBlock


def condition_dropout(
    labels: Int[torch.Tensor, "N"], u: Float[torch.Tensor, "N"], p: float, null: int
) -> Int[torch.Tensor, "N"]:
    """Labels for a training step, some of them hidden, so that one net learns the noise with and without a class.

    A sample loses its label where its own u is below p; the label is then `null`, which says "no class given". All
    other labels stay as they are.

    Args:
        labels: classes of the samples, integers; left as they are.
        u: a number for each sample, drawn uniformly from [0, 1).
        p: share of the labels to hide, from 0 to 1.
        null: the label for "no class given".

    Returns:
        The labels to train with, integers, shape (N,).
    """
    return torch.where(u < p, null, labels)


class ConditionalDenoiser(nn.Module):
    """Guesses the noise in images, given their class: a U with one level, in which the class goes where the time goes.

        t_emb = Linear(time_embedding(i, t_dim, "concat")) + row y of a table

        x -> Conv3 -> block -> s (C, H, W)                   [up to (C, H, W), s] -> block -> Conv1 -> out
                      down to (2C, H/2, W/2) -> block -------^

    C is short for `base`. The table is an nn.Embedding with classes + 1 rows of t_dim numbers: one row for each class,
    and the last one, y = classes, for "no class given", which is learnt like the others. Every block is a
    `TimeResBlock` that gets t_emb; the first two keep the number of channels, the last one halves it (2C -> C). "down" is a
    3x3 convolution with stride 2 and padding 1, "up" a transposed 2x2 convolution with stride 2, and [a, b] puts the
    channels of a before those of b. Conv3 is a 3x3 convolution with padding 1 from c_in to C channels, Conv1 a 1x1 convolution
    from C to c_in.

    Create the layers in the order in which they are applied: the Linear for the time, the table, the first convolution,
    block, down, block, up, block, last convolution. The grader puts its own weights into your net and finds out by
    shape, order and result which layer is which; how you name or group them is up to you.
    """

    def __init__(self, c_in: int, base: int, t_dim: int, classes: int) -> None:
        """Make the layers.

        Args:
            c_in: channels of the images.
            base: channels on the upper level.
            t_dim: width of the time embedding, even and at least 4.
            classes: number of classes, without "no class given".
        """
        super().__init__()
        self.t_dim = t_dim
        self.time = nn.Linear(t_dim, t_dim)
        self.label = nn.Embedding(classes + 1, t_dim)
        self.first = nn.Conv2d(c_in, base, 3, padding=1)
        self.block = TimeResBlock(base, base, t_dim)
        self.down = nn.Conv2d(base, 2 * base, 3, stride=2, padding=1)
        self.middle = TimeResBlock(2 * base, 2 * base, t_dim)
        self.up = nn.ConvTranspose2d(2 * base, base, 2, stride=2)
        self.merge = TimeResBlock(2 * base, base, t_dim)
        self.last = nn.Conv2d(base, c_in, 1)

    def forward(
        self, x: Float[torch.Tensor, "N c_in H W"], i: Int[torch.Tensor, "N"], y: Int[torch.Tensor, "N"]
    ) -> Float[torch.Tensor, "N c_in H W"]:
        """A guess of the noise in x at the steps i, if the classes are y; H and W are even."""
        waves = time_embedding(i.cpu().numpy(), self.t_dim, "concat")
        t_emb = self.time(torch.as_tensor(waves, dtype=x.dtype, device=x.device)) + self.label(y)
        skip = self.block(self.first(x), t_emb)  # (N, C, H, W)
        h = self.middle(self.down(skip), t_emb)  # (N, 2C, H/2, W/2)
        h = self.merge(torch.cat([self.up(h), skip], dim=1), t_emb)
        return self.last(h)
