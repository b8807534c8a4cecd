import torch

from autograder.suite import assert_close, assert_shape


def test_without_dropping_the_passes_agree(student, rng):
    """With p = 0 all passes give the same: the variance is 0, and the mean sums to 1."""
    model = student.given.dropout_net.DropoutNet(4, 6, 3, p=0.0)
    mean, var = student.mc_dropout_predict(model, torch.tensor(rng.normal(size=(5, 4)), dtype=torch.float32), 3, 0)
    assert_close(var, torch.zeros(5, 3), "the variance", atol=1e-6)
    assert_close(mean.sum(dim=1), torch.ones(5), "sums of the mean", atol=1e-5)


def test_shapes(student, rng):
    """Five inputs and three classes give a mean and a variance of shape (5, 3)."""
    model = student.given.dropout_net.DropoutNet(4, 6, 3, p=0.5)
    mean, var = student.mc_dropout_predict(model, torch.tensor(rng.normal(size=(5, 4)), dtype=torch.float32), 4, 1)
    assert_shape(mean, (5, 3), "the mean")
    assert_shape(var, (5, 3), "the variance")
