import torch

from autograder.suite import assert_equal, assert_shape, assert_true, count_parameters


def test_shapes(student):
    """Pictures of 28 x 28 become codes, and codes become pictures of 28 x 28 again."""
    net = student.ConvVAE(2, 3)
    x, eps = torch.rand(4, 1, 28, 28), torch.randn(4, 3)
    mu, logvar = net.encode(x)
    assert_shape(mu, (4, 3), "mu")
    assert_shape(logvar, (4, 3), "logvar")
    assert_shape(net.decode(mu), (4, 1, 28, 28), "logits of decode")
    assert_shape(net(x, eps)[0], (4, 1, 28, 28), "logits")


def test_number_of_parameters(student):
    """With base 2 and 3 latents there are 2063 parameters."""
    assert_equal(count_parameters(student.ConvVAE(2, 3)), 2063, "number of parameters")


def test_noise_decides(student):
    """The same noise gives the same logits, other noise other ones."""
    net = student.ConvVAE(2, 3)
    x, eps = torch.rand(4, 1, 28, 28), torch.randn(4, 3)
    once, again, other = (net(x, noise)[0] for noise in (eps, eps, -eps))
    assert_true(torch.equal(once, again), "the same noise gives other logits")
    assert_true(not torch.allclose(once, other), "other noise gives the same logits")
