import torch

from autograder.suite import assert_between, assert_equal, assert_shape, count_parameters


def test_images(student):
    """Latents become images of 28 x 28 with values from -1 to 1."""
    net = student.DCGANGenerator(5)
    out = net(torch.randn(3, 5, 1, 1))
    assert_shape(out, (3, 1, 28, 28), "the images")
    assert_between(out, -1, 1, "the pixels")


def test_number_of_parameters(student):
    """With 100 latents there are 837504 parameters."""
    assert_equal(count_parameters(student.DCGANGenerator()), 837504, "number of parameters")
