"""Stand-ins for a net that guesses noise, in torch."""

import torch
from torch import nn


class StepwiseDenoiser(nn.Module):
    """Guesses slope[i] * x + offset[i]: two numbers for each step, and samples of any shape."""

    def __init__(self, T):
        super().__init__()
        self.slope = nn.Parameter(torch.ones(T))
        self.offset = nn.Parameter(torch.zeros(T))

    def forward(self, x, i):
        each = (-1, *[1] * (x.dim() - 1))
        return self.slope[i].reshape(each) * x + self.offset[i].reshape(each)


def leave_gradients(model):
    """As if an earlier batch had been here: every parameter has a gradient of ones."""
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)


class LossOf(nn.Module):
    """A loss function and the model that it is about, tied together: called with the other arguments."""

    def __init__(self, function, model):
        super().__init__()
        self.function, self.model = function, model

    def forward(self, *args):
        return self.function(self.model, *args)


class LabelledDenoiser(nn.Module):
    """Guesses slope[i] * x + offset[y]: a factor for each step, a shift for each label, the last one for "no class given"."""

    def __init__(self, T, labels):
        super().__init__()
        self.slope = nn.Parameter(torch.ones(T))
        self.offset = nn.Parameter(torch.zeros(labels, 2))

    def forward(self, x, i, y):
        return self.slope[i][:, None] * x + self.offset[y]
