"""Training a convolutional net on small images."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn


class DigitCNN(nn.Module):
    """A small convolutional classifier for images of 8 x 8 pixels.

        3 x 3 convolution with padding 1, 1 -> 16 channels, ReLU, max pooling 2 x 2
        3 x 3 convolution with padding 1, 16 -> 32 channels, ReLU, max pooling 2 x 2
        flatten (channel, row, column), affine layer, 128 -> 10

    All layers have biases, and nothing stands behind the last: what comes out are logits. Create the layers in the order
    in which they are applied; how you name or group them is up to you.
    """

    def __init__(self) -> None:
        """Make the layers."""
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc = nn.Linear(128, 10)

    def forward(self, x: Float[torch.Tensor, "N 1 8 8"]) -> Float[torch.Tensor, "N 10"]:
        """The logits of each image."""
        if x.shape[1:] != (1, 8, 8):
            raise ValueError(f"x has images of shape {tuple(x.shape[1:])}, not (1, 8, 8)")
        h = F.max_pool2d(F.relu(self.conv1(x)), 2)
        h = F.max_pool2d(F.relu(self.conv2(h)), 2)
        return self.fc(h.flatten(1))


def cnn_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, x: Float[torch.Tensor, "B 1 H W"], y: Int[torch.Tensor, "B"]
) -> float:
    """One step downhill on the mean cross-entropy of a batch. What earlier batches left in the `.grad` fields does not count.

    Args:
        model: returns logits.
        optimizer: holds all parameters of the model.
        x, y: images and their classes.

    Returns:
        The loss of the batch before the step, a Python float.
    """
    if len(x) == 0:
        raise ValueError("x has no images")
    if y.shape != x.shape[:1] or y.is_floating_point():
        raise ValueError("y does not have one class, a whole number, for each image")
    optimizer.zero_grad()
    logits = model(x)
    if y.min() < 0 or y.max() >= logits.shape[1]:
        raise ValueError(f"y: the classes are not all in 0 ... {logits.shape[1] - 1}")
    loss = F.cross_entropy(logits, y.long())
    loss.backward()
    optimizer.step()
    return loss.item()


def train_cnn_digits(data: dict[str, np.ndarray], seed: int, steps: int = 400) -> dict:
    """Train a `DigitCNN` on digits with Adam, learning rate 2e-3.

    Pixels are given as numbers from 0 to 16: divide them by 16 first. Each step takes 64 different rows of the training
    data, drawn at random (all rows, if there are fewer), each with its own label, and makes one `cnn_step`.

    Args:
        data: "x_train", float32, shape (n, 1, 8, 8), and "y_train", int64, their classes 0, ..., 9.
        seed: decides everything random: initial weights and rows.
        steps: number of training steps; 0 leaves the initial weights as they are.

    Returns:
        A dict: "state", the state_dict of the trained model; "history", a dict with the list "loss", one float for each step.
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
    model = DigitCNN()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(steps):
        rows = torch.randperm(len(x))[:64]
        losses.append(cnn_step(model, optimizer, x[rows], y[rows]))
    return {"state": model.state_dict(), "history": {"loss": losses}}
