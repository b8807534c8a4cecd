import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shape(student):
    """Height and width stay, and the channels of the four branches are put side by side."""
    block = student.InceptionBlock(4, 2, 3, 5, 2, 6, 7)
    assert_shape(block(torch.randn(3, 4, 6, 5)), (3, 2 + 5 + 6 + 7, 6, 5), "the result")


def test_number_of_parameters(student):
    """From 4 channels to 2, 4, 3 and 2, with 3 and 2 in between, there are 310 parameters."""
    assert_equal(count_parameters(student.InceptionBlock(4, 2, 3, 4, 2, 3, 2)), 310, "number of parameters")


def test_all_weights_one(student):
    """With all weights 1, in the middle of an image of ones, the branches return 2, 19, 51 and 2."""
    block = student.InceptionBlock(1, 1, 1, 1, 1, 1, 1)
    fill_weights(block, 1.0)
    out = block(torch.ones(1, 1, 5, 5))
    assert_close(out[0, :, 2, 2], torch.tensor([2.0, 19.0, 51.0, 2.0]), "the four branches in the middle")
