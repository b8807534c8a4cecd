import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shape_and_size(student):
    """A block of width 8 with 12 hidden units: the memory may have another length, and there are 836 parameters."""
    block = student.DecoderBlock(8, 2, 12)
    assert_shape(block(torch.ones(3, 5, 8), torch.ones(3, 7, 8)), (3, 5, 8), "the new tokens")
    assert_equal(count_parameters(block), 8 * 72 + 108 + 104 + 48, "number of parameters")


def test_without_weights_pre_norm_changes_nothing(student, rng):
    """If all weights are 0, the three branches of a pre-norm block put out 0, and x passes."""
    block = student.DecoderBlock(6, 3, 7)
    fill_weights(block, 0.0)
    x = torch.tensor(rng.normal(size=(2, 4, 6)), dtype=torch.float32)
    assert_close(block(x, torch.ones(2, 3, 6)).detach(), x, "the new tokens")
