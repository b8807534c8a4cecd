import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def test_shape(student):
    """Each layer adds its channels; height and width stay."""
    assert_shape(student.DenseBlock(3, 2, 4)(torch.randn(2, 3, 5, 6)), (2, 3 + 4 * 2, 5, 6), "the result")


def test_the_input_comes_first(student):
    """The first channels of the result are x, unchanged."""
    x = torch.randn(2, 3, 4, 5)
    assert_close(student.DenseBlock(3, 2, 2)(x)[:, :3], x, "the first three channels")


def test_number_of_parameters(student):
    """From 3 channels, two layers of 2 channels have 56 and 92 parameters, together 148."""
    assert_equal(count_parameters(student.DenseBlock(3, 2, 2)), 148, "number of parameters")
