import torch
from torch import nn

from autograder.suite import assert_close, assert_shape


def net(student, p):
    """A small net with dropout: 4 inputs, 6 hidden units, 3 classes."""
    layers = ((nn.Linear, 4, 6), (nn.BatchNorm1d, 6), (nn.ReLU,), (nn.Dropout, p), (nn.Linear, 6, 3))
    return student.call(nn.Sequential, *(student.call(*layer) for layer in layers))


def test_without_dropping_the_passes_agree(student, rng):
    """With p = 0 all passes give the same: the variance is 0, and the mean sums to 1."""
    x = torch.tensor(rng.normal(size=(5, 4)), dtype=torch.float32)
    mean, var = student.mc_dropout_predict(net(student, 0.0), x, 3, 0)
    assert_close(var, torch.zeros(5, 3), "the variance", atol=1e-6)
    assert_close(mean.sum(dim=1), torch.ones(5), "sums of the mean", atol=1e-5)


def test_shapes(student, rng):
    """Five inputs and three classes give a mean and a variance of shape (5, 3)."""
    x = torch.tensor(rng.normal(size=(5, 4)), dtype=torch.float32)
    mean, var = student.mc_dropout_predict(net(student, 0.5), x, 4, 1)
    assert_shape(mean, (5, 3), "the mean")
    assert_shape(var, (5, 3), "the variance")
