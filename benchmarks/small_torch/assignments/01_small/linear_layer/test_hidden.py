import torch

from autograder.suite import assert_close


def tensor(rng, *shape):
    return torch.from_numpy(rng.normal(size=shape)).float()


def test_matches_the_definition(student, reference, rng):
    x, weight, bias = tensor(rng, 5, 4), tensor(rng, 3, 4), tensor(rng, 3)
    assert_close(student.linear_layer(x, weight, bias), reference.linear_layer(x, weight, bias), "out")


def test_zero_weights_give_the_bias(student, rng):
    bias = tensor(rng, 3)
    out = student.linear_layer(tensor(rng, 5, 4), torch.zeros(3, 4), bias)
    assert_close(out, bias.expand(5, 3), "out")


def test_known_values(student):
    out = student.linear_layer(torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, 4.0]]), torch.tensor([0.5]))
    assert_close(out, torch.tensor([[11.5]]), "out")
