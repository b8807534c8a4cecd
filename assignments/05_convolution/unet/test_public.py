import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shapes(student):
    """Every pixel gets one score for each class; the sides may differ, as long as 2^depth divides them."""
    assert_shape(student.UNet(3, 5)(torch.randn(2, 3, 8, 12)), (2, 5, 8, 12), "the scores")
    assert_shape(student.UNet(1, 2, base=4, depth=3)(torch.randn(1, 1, 8, 16)), (1, 2, 8, 16), "the scores with three levels")


def test_number_of_parameters(student):
    """With one channel, two classes, base 4 and one level there are 1650 parameters."""
    assert_equal(count_parameters(student.UNet(1, 2, 4, 1)), 1650, "number of parameters")


def test_only_the_head(student):
    """With all weights 0 every score is 0."""
    net = student.UNet(2, 3)
    fill_weights(net, 0.0)
    assert_close(net(torch.randn(2, 2, 4, 4)), torch.zeros(2, 3, 4, 4), "the scores without weights")
