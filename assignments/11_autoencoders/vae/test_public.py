import torch

from autograder.suite import assert_equal, assert_shape, assert_true, count_parameters, load_weights


def test_shapes(student):
    """The encoder gives two numbers for each latent, the decoder one for each pixel."""
    net = student.VAE(6, 8, 3)
    x, eps = torch.rand(4, 6), torch.randn(4, 3)
    mu, logvar = net.encode(x)
    assert_shape(mu, (4, 3), "mu")
    assert_shape(logvar, (4, 3), "logvar")
    assert_shape(net.decode(mu), (4, 6), "logits of decode")
    logits, _, _ = net(x, eps)
    assert_shape(logits, (4, 6), "logits")


def test_number_of_parameters(student):
    """6-8-(3, 3)-8-6 has 196 parameters."""
    assert_equal(count_parameters(student.VAE(6, 8, 3)), 196, "number of parameters")


def test_weights_can_be_loaded(student):
    """The grader can put weights of its own into the five layers, whatever they are called."""
    sizes = {"hidden": (8, 6), "mu": (3, 8), "logvar": (3, 8), "wide": (8, 3), "pixels": (6, 8)}
    weights = {f"{name}.weight": torch.zeros(size) for name, size in sizes.items()}
    biases = {f"{name}.bias": torch.full((size[0],), 0.5) for name, size in sizes.items()}
    net = student.VAE(6, 8, 3)
    load_weights(net, {**weights, **biases})
    assert_equal(net.decode(torch.ones(2, 3)).detach().tolist(), [[0.5] * 6] * 2, "logits without weights")


def test_noise_decides(student):
    """The same noise gives the same logits, other noise other ones."""
    net = student.VAE(6, 8, 3)
    x, eps = torch.rand(4, 6), torch.randn(4, 3)
    once, again, other = (net(x, noise)[0] for noise in (eps, eps, -eps))
    assert_true(torch.equal(once, again), "the same noise gives other logits")
    assert_true(not torch.allclose(once, other), "other noise gives the same logits")
