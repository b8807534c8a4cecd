import torch

from autograder.suite import assert_equal, assert_shape, assert_true, count_parameters


def test_noise_has_the_shape_of_the_image(student):
    """What comes out has the shape of what went in, for one channel and for three."""
    for channels, height, width in ((1, 8, 8), (3, 4, 12)):
        net = student.UNetDenoiser(channels, 4, 8)
        x = torch.randn(2, channels, height, width)
        assert_shape(net(x, torch.tensor([3, 50])), (2, channels, height, width), "the noise")


def test_number_of_parameters(student):
    """For one channel, base 4 and an embedding of 8 numbers there are 11237 parameters."""
    assert_equal(count_parameters(student.UNetDenoiser(1, 4, 8)), 11237, "number of parameters")


def test_time_matters(student):
    """The same image at another step gives another guess."""
    net, x = student.UNetDenoiser(1, 4, 8), torch.randn(1, 1, 8, 8)
    early, late = net(x, torch.tensor([2])), net(x, torch.tensor([90]))
    assert_true(float((early - late).detach().abs().max()) > 1e-5, "the guess does not depend on the step")
