import torch

from autograder.suite import assert_equal, assert_shape, count_parameters


def test_one_logit_for_each_image(student):
    """A batch of images gives a logit each; a single image gives one, too."""
    net = student.DCGANDiscriminator()
    assert_shape(net(torch.randn(3, 1, 28, 28)), (3,), "the logits")
    net.eval()
    assert_shape(net(torch.randn(1, 1, 28, 28)), (1,), "the logit of a single image")


def test_number_of_parameters(student):
    """There are 431872 parameters."""
    assert_equal(count_parameters(student.DCGANDiscriminator()), 431872, "number of parameters")
