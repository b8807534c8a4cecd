import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shapes(student):
    """Only the pooling makes the maps smaller, however many convolutions there are."""
    for n in (1, 2, 3):
        assert_shape(student.VGGBlock(n, 3, 5)(torch.randn(2, 3, 8, 6)), (2, 5, 4, 3), "the result")


def test_number_of_parameters(student):
    """Two convolutions from 3 to 5 channels have 370 parameters."""
    assert_equal(count_parameters(student.VGGBlock(2, 3, 5)), 370, "number of parameters")


def test_all_weights_one(student):
    """One convolution with all weights and its bias 1, on an image of ones: inside, nine taps and the bias make 10."""
    block = student.VGGBlock(1, 1, 2)
    fill_weights(block, 1.0)
    assert_close(block(torch.ones(1, 1, 4, 4)), torch.full((1, 2, 2, 2), 10.0), "the result")
