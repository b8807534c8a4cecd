import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shape(student):
    """Nothing changes its size, for maps of any height and width."""
    assert_shape(student.ConvNeXtBlock(4)(torch.randn(2, 4, 6, 9)), (2, 4, 6, 9), "the result")


def test_number_of_parameters(student):
    """With 4 channels there are 356 parameters."""
    assert_equal(count_parameters(student.ConvNeXtBlock(4)), 356, "number of parameters")


def test_all_weights_zero(student):
    """With all weights 0, x comes out as it went in."""
    block, x = student.ConvNeXtBlock(3), torch.randn(2, 3, 5, 4)
    fill_weights(block, 0.0)
    assert_close(block(x), x, "the result")
