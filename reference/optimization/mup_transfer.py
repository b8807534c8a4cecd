"""Learning rates that carry over from a narrow net to a wide one (maximal update parametrisation)."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


class MupMLP(nn.Module):
    """Three matrices without biases, scaled so that a step changes the outputs alike at every width.

        h1     = relu(W_in x)                  W_in       (width, d_in)      variance of the entries 2 / d_in
        h2     = relu(W_hidden h1)             W_hidden   (width, width)                             2 / width
        logits = base / width * W_out h2       W_out      (d_out, width)                             1 / base

    The initial entries are independent normal numbers with mean 0. base is the width at which the net is an
    ordinary one: there the factor before W_out is 1.

    Attributes:
        input, hidden, output: three nn.Linear layers without bias, under these names.
    """

    def __init__(self, d_in: int, width: int, d_out: int, base: int) -> None:
        """Make the layers and draw their weights."""
        super().__init__()
        if any(size < 1 for size in (d_in, width, d_out, base)):
            raise ValueError(f"d_in is {d_in}, width is {width}, d_out is {d_out}, base is {base}: all must be at least 1")
        self.multiplier = base / width
        self.input = nn.Linear(d_in, width, bias=False)
        self.hidden = nn.Linear(width, width, bias=False)
        self.output = nn.Linear(width, d_out, bias=False)
        nn.init.normal_(self.input.weight, std=(2 / d_in) ** 0.5)
        nn.init.normal_(self.hidden.weight, std=(2 / width) ** 0.5)
        nn.init.normal_(self.output.weight, std=(1 / base) ** 0.5)

    def forward(self, x: Float[torch.Tensor, "N d_in"]) -> Float[torch.Tensor, "N d_out"]:
        """The logits."""
        h = torch.relu(self.input(x))
        h = torch.relu(self.hidden(h))
        return self.multiplier * self.output(h)


def mup_rates(width: int, base: int, lr: float) -> dict[str, float]:
    """Learning rates for Adam, for each of the three matrices of `MupMLP`.

    Adam moves every entry by about the learning rate. A unit of the hidden layer sums `width` such moves, so its
    rate has to fall with the width: it is lr at width = base, and inversely proportional to the width. Input and
    output keep lr: the input's sum does not grow with the width, and the output has its factor already.

    Args:
        width, base: as in `MupMLP`, both at least 1; a smaller one raises a ValueError.
        lr: the rate that was found at width = base.

    Returns:
        {"input": ..., "hidden": ..., "output": ...}.
    """
    if width < 1 or base < 1:
        raise ValueError(f"width is {width} and base is {base}: both must be at least 1")
    return {"input": lr, "hidden": lr * base / width, "output": lr}
