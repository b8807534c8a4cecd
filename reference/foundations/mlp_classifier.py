"""The same network as a torch module."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


class MLPClassifier(nn.Module):
    """A multilayer perceptron that returns logits.

        x -> flatten -> [Linear, activation] for each hidden width -> Linear -> logits

    You may use the layers of torch.nn. Every hidden layer has an activation of its own, made by calling `act()`: some
    activations have parameters. There is none after the last layer, and no softmax: the loss takes logits.

    Create the layers in the order in which they are applied. The grader puts weights of its own into your net and finds out by
    shape, order and result which layer is which; how you name or group them is up to you.
    """

    def __init__(
        self,
        in_dim: int = 784,
        hidden: tuple[int, ...] = (256, 128),
        out_dim: int = 10,
        act: type[nn.Module] = nn.ReLU,
    ) -> None:
        """Make the layers.

        Args:
            in_dim: numbers in one sample.
            hidden: widths of the hidden layers; may be empty, then a single Linear is left.
            out_dim: number of classes.
            act: a class of activations, such as nn.ReLU.
        """
        super().__init__()
        layers: list[nn.Module] = []
        width = in_dim
        for new_width in hidden:
            layers += [nn.Linear(width, new_width), act()]
            width = new_width
        layers.append(nn.Linear(width, out_dim))
        self.layers = nn.Sequential(*layers)

    def forward(self, x: Float[torch.Tensor, "N ..."]) -> Float[torch.Tensor, "N out_dim"]:
        """Logits of samples of any shape, (N, in_dim) or (N, 1, 28, 28): shape (N, out_dim)."""
        return self.layers(x.flatten(1))
