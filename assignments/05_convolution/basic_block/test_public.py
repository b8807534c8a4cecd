import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shapes(student):
    """Stride 2 halves height and width, and channels go from c_in to c_out."""
    for c_in, c_out, stride, size in ((3, 3, 1, (6, 8)), (3, 5, 1, (6, 8)), (3, 3, 2, (3, 4)), (4, 6, 2, (3, 4))):
        out = student.BasicBlock(c_in, c_out, stride)(torch.randn(2, c_in, 6, 8))
        assert_shape(out, (2, c_out, *size), "the result")


def test_numbers_of_parameters(student):
    """With 4 channels throughout there are 304 parameters; from 4 to 6 channels with stride 2 there are 600."""
    assert_equal(count_parameters(student.BasicBlock(4, 4)), 304, "number of parameters with 4 channels throughout")
    assert_equal(count_parameters(student.BasicBlock(4, 6, 2)), 600, "number of parameters from 4 to 6 channels")


def test_without_weights_x_passes(student):
    """With all weights 0, a block that needs no projection returns relu(x)."""
    block = student.BasicBlock(3, 3)
    fill_weights(block, 0.0)
    x = torch.randn(2, 3, 5, 4)
    assert_close(block(x), torch.relu(x), "the result")
