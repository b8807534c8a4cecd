"""A multilayer perceptron with batch normalisation and dropout, as a torch module."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


class RegularizedNet(nn.Module):
    """Two regularised hidden layers and a linear output.

        x -> [Linear, BatchNorm1d, ReLU, Dropout]
          -> [Linear, BatchNorm1d, ReLU, Dropout] -> Linear -> logits

    Here the layers of torch.nn are welcome. Each hidden layer has a batch normalisation of its own.
    Dropout acts in training only: `model.eval()` must switch it off. The output is logits: no
    softmax, no dropout.

    Create the layers in the order in which they are applied: the grader puts its own weights into
    your net and finds out by shape, order and result which layer is which. How you name or group the
    layers is up to you.
    """

    def __init__(self, d: int = 784, h: int = 256, c: int = 10, p: float = 0.3) -> None:
        """Make the layers.

        Args:
            d: number of inputs.
            h: width of both hidden layers.
            c: number of classes.
            p: probability of DROPPING a hidden unit.
        """
        super().__init__()
        self.hidden1 = nn.Sequential(nn.Linear(d, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Dropout(p))
        self.hidden2 = nn.Sequential(nn.Linear(h, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Dropout(p))
        self.head = nn.Linear(h, c)

    def forward(self, x: Float[torch.Tensor, "N d"]) -> Float[torch.Tensor, "N c"]:
        """Logits of a batch: (N, d) -> (N, c)."""
        return self.head(self.hidden2(self.hidden1(x)))
