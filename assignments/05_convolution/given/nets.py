"""Small nets to look into, with layers that overwrite what they are handed."""

import torch
from torch import nn


class Peephole(nn.Module):
    """A convolution, a ReLU that works in place, a pooling, a second convolution, an affine layer on the means of the maps."""

    def __init__(self, c_in=2, width=3, classes=4):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(c_in, width, 3, padding=1),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1),
        )
        self.drop = nn.Dropout(0.5)
        self.head = nn.Linear(2 * width, classes)

    def forward(self, x):
        averages = torch.mean(self.features(x), (-2, -1))
        return self.head(self.drop(averages))


def count_hooks(model):
    """How many forward hooks are registered on the model and on its layers."""
    return sum(len(layer._forward_hooks) + len(layer._forward_pre_hooks) for layer in model.modules())


def count_gradients(model):
    """How many parameters hold a gradient."""
    return sum(parameter.grad is not None for parameter in model.parameters())


def is_training(model):
    """Whether the model and each of its layers are in training mode."""
    return [layer.training for layer in model.modules()]


def count_calls(model):
    """From now on the model counts how often it is called; read the count with `calls(model)`."""
    model.calls = 0
    plain = model.forward

    def counted(x):
        model.calls += 1
        return plain(x)

    model.forward = counted


def calls(model):
    return model.calls


def output(model, x):
    """What the model returns, without gradients and without dropout."""
    mode = model.training
    model.eval()
    with torch.no_grad():
        out = model(x)
    model.train(mode)
    return out
