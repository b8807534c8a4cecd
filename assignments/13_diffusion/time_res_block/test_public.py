import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shapes(student):
    """Channels go from c_in to c_out, height and width stay; a single channel is no problem."""
    for c_in, c_out in ((1, 4), (4, 4), (6, 8)):
        block = student.TimeResBlock(c_in, c_out, 5)
        assert_shape(block(torch.randn(2, c_in, 3, 7), torch.randn(2, 5)), (2, c_out, 3, 7), "the result")


def test_number_of_parameters(student):
    """From 4 to 6 channels, with an embedding of 5 numbers, there are 638 parameters."""
    assert_equal(count_parameters(student.TimeResBlock(4, 6, 5)), 638, "number of parameters")


def test_all_weights_zero(student):
    """With all weights 0 and as many channels as before, x comes out as it went in."""
    block = student.TimeResBlock(4, 4, 5)
    fill_weights(block, 0.0)
    x = torch.randn(2, 4, 3, 7)
    assert_close(block(x, torch.randn(2, 5)), x, "the result")
