"""A deep net with and without direct ways: the same layers, the same training, another result."""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


class DeepNet(nn.Module):
    """A chain of convolutions without any normalisation, with direct ways or without.

        stem    relu(conv(x)), 1 -> width channels
        blocks  F = conv(relu(conv(h))), then h = relu(h + F) if skip, else h = relu(F)
        end     the mean of every map over its pixels, and an affine layer, width -> 10: logits

    All convolutions are 3 x 3 with padding 1 and a bias. The weights of the convolutions and of the affine layer begin as
    normal numbers with mean 0 and standard deviation 0.7 sqrt(2 / fan_in), where fan_in counts the numbers that one
    output is made of: 9 times the input channels of a convolution, `width` for the affine layer. All biases begin at 0.

    Create the layers in the order in which they are applied; how you name or group them is up to you.
    """

    def __init__(self, skip: bool = True, blocks: int = 12, width: int = 16) -> None:
        """Make the layers.

        Args:
            skip: whether the blocks have direct ways.
            blocks: number of blocks, each with two convolutions.
            width: channels of all maps.
        """
        if not blocks >= 0:
            raise ValueError(f"blocks is {blocks}: it must be at least 0")
        if not width >= 1:
            raise ValueError(f"width is {width}: it must be at least 1")
        super().__init__()
        self.skip = skip
        self.stem = nn.Conv2d(1, width, 3, padding=1)
        self.convs = nn.ModuleList(nn.Conv2d(width, width, 3, padding=1) for _ in range(2 * blocks))
        self.head = nn.Linear(width, 10)
        for layer in (self.stem, *self.convs, self.head):
            fan_in = layer.weight[0].numel()
            nn.init.normal_(layer.weight, std=0.7 * math.sqrt(2 / fan_in))
            nn.init.zeros_(layer.bias)

    def forward(self, x: Float[torch.Tensor, "N 1 H W"]) -> Float[torch.Tensor, "N 10"]:
        """The logits of each image."""
        if x.shape[1] != 1:
            raise ValueError(f"x has {x.shape[1]} channels, not 1")
        h = F.relu(self.stem(x))
        for first, second in zip(self.convs[::2], self.convs[1::2]):
            branch = second(F.relu(first(h)))
            h = F.relu(h + branch) if self.skip else F.relu(branch)
        return self.head(h.mean(dim=(2, 3)))


def train_deep_residual(data: dict[str, np.ndarray], seed: int, skip: bool = True, steps: int = 200, blocks: int = 12) -> dict:
    """Train a `DeepNet` of width 16 on digits, with Adam, learning rate 1e-3, on the mean cross-entropy.

    Pixels are given as numbers from 0 to 16: divide them by 16 first. Each step takes 64 different rows of the training
    data, drawn at random (all rows, if there are fewer). With the same seed, both kinds of nets begin with the same
    weights and see the same rows, so that nothing but the direct ways differs.

    Args:
        data: "x_train", float32, shape (n, 1, 8, 8), and "y_train", int64, their classes 0, ..., 9.
        seed: decides everything random: initial weights and rows.
        skip: whether the blocks have direct ways.
        steps: number of training steps; 0 leaves the initial weights as they are.
        blocks: number of blocks.

    Returns:
        A dict: "state", the state_dict of the trained model; "history", a dict with the list "loss": the loss of each batch
        before its step.
    """
    if not steps >= 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    torch.manual_seed(seed)
    x, y = torch.as_tensor(data["x_train"]) / 16, torch.as_tensor(data["y_train"])
    if len(y) != len(x):
        raise ValueError(f"data: {len(x)} images have {len(y)} labels")
    if steps and len(x) == 0:
        raise ValueError("data: there is no image to learn from")
    if x.dtype != torch.float32:
        raise ValueError("data: x_train does not hold numbers of float32")
    if y.is_floating_point() or ((y < 0) | (y > 9)).any():
        raise ValueError("data: the labels are not all in 0 ... 9")
    y = y.long()
    model = DeepNet(skip, blocks)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    losses = []
    for _ in range(steps):
        rows = torch.randperm(len(x))[:64]
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return {"state": model.state_dict(), "history": {"loss": losses}}
