import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def test_any_size(student):
    """Images of several sizes become rows of scores."""
    net = student.FullyConvNet(3, 5)
    for h, w in ((4, 4), (8, 8), (7, 13)):
        assert_shape(net(torch.randn(2, 3, h, w)), (2, 5), "the scores")


def test_scores_are_the_means_of_the_maps(student):
    """`forward` returns the mean of what `maps` returns."""
    net, x = student.FullyConvNet(1, 3), torch.randn(2, 1, 9, 6)
    maps = net.maps(x)
    assert_shape(maps, (2, 3, 3, 2), "the maps")
    assert_close(net(x), maps.mean(dim=(2, 3)), "the scores")


def test_number_of_parameters(student):
    """For one channel, three classes and width 2 there are 111 parameters."""
    assert_equal(count_parameters(student.FullyConvNet(1, 3, 2)), 111, "number of parameters")
