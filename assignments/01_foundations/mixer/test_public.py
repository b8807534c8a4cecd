import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shapes_and_parameters(student):
    """16 tokens of 8 features: the shape stays, and there are 836 parameters with hidden widths 12 and 20."""
    block = student.MixerBlock(16, 8, 12, 20)
    assert_shape(block(torch.randn(3, 16, 8)), (3, 16, 8), "the result")
    assert_equal(count_parameters(block), 16 + 12 * 17 + 16 * 13 + 16 + 20 * 9 + 8 * 21, "number of parameters")


def test_without_weights_nothing_changes(student):
    """If all weights are 0, the skip connections pass x on as it is."""
    block = student.MixerBlock(5, 4, 6, 7)
    fill_weights(block, 0.0)
    x = torch.randn(2, 5, 4)
    assert_close(block(x), x, "the result")
