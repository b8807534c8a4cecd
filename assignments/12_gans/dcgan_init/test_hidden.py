import numpy as np
import pytest
import torch

from autograder.suite import (
    Rng,
    assert_equal,
    assert_true,
    check_ks,
    check_mean,
    check_variance,
    definition,
    points,
    signed,
    tensor,
)

CONVOLUTIONS = {
    "Conv1d": (6, 90, 5),
    "Conv2d": (5, 40, 4),
    "Conv3d": (4, 20, 3),
    "ConvTranspose1d": (30, 20, 5),
    "ConvTranspose2d": (20, 12, 4),
    "ConvTranspose3d": (12, 8, 3),
}


def source(rng):
    return Rng("torch", int(rng.integers(2**31)))


def made(student, rng, kind, *sizes, **options):
    """A layer there with numbers that no default has."""
    layer = student.call(getattr(torch.nn, kind), *sizes, **options)
    state = layer.state_dict()
    layer.load_state_dict(
        {
            name: tensor(signed(rng, tuple(entry.shape), 3, 5)) if entry.is_floating_point() else entry
            for name, entry in state.items()
        }
    )
    return layer


def normal_like(values, mean, name):
    values = np.asarray(values, dtype=float).ravel()
    check_mean(values, mean, 0.02, name)
    check_variance(values, 0.02**2, name=name)
    from scipy.stats import norm

    check_ks(values, norm(mean, 0.02).cdf, name)


@points(2)
@definition
@pytest.mark.parametrize("kind", CONVOLUTIONS)
def test_kernels(student, rng, kind):
    """Kernels of convolutions, transposed ones among them, are normal with standard deviation 0.02 around 0; a bias stays."""
    layer = made(student, rng, kind, *CONVOLUTIONS[kind])
    before = layer.state_dict()["bias"].clone()
    student.dcgan_init(layer, source(rng))
    normal_like(layer.state_dict()["weight"], 0.0, "the weights of a convolution")
    assert_equal(layer.state_dict()["bias"], before, "the bias of a convolution")


@points(2)
@definition
@pytest.mark.parametrize("kind", ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d"])
def test_norms(student, rng, kind):
    """Weights of batch norms are normal with standard deviation 0.02 around 1, their shifts are 0, running statistics stay."""
    layer = made(student, rng, kind, 2000)
    before = layer.state_dict()["running_mean"].clone()
    student.dcgan_init(layer, source(rng))
    after = layer.state_dict()
    normal_like(after["weight"], 1.0, "the weights of a batch norm")
    assert_equal(after["bias"], torch.zeros(2000), "the shift of a batch norm")
    assert_equal(after["running_mean"], before, "the running mean")


@definition
def test_nets_of_any_depth(student, rng):
    """In a net every layer gets its draw, however deep it is, and no two get the same; linear layers stay."""
    inner = student.call(
        torch.nn.Sequential, made(student, rng, "ConvTranspose2d", 20, 12, 4), made(student, rng, "BatchNorm2d", 900)
    )
    net = student.call(
        torch.nn.Sequential,
        made(student, rng, "Conv2d", 12, 20, 4, bias=False),
        student.call(torch.nn.Sequential, inner, student.call(torch.nn.ReLU)),
        made(student, rng, "Linear", 7, 5),
    )
    before = net.state_dict()
    student.dcgan_init(net, source(rng))
    after = net.state_dict()
    normal_like(after["0.weight"], 0.0, "the weights of a convolution")
    normal_like(after["1.0.0.weight"], 0.0, "the weights of a transposed convolution")
    normal_like(after["1.0.1.weight"], 1.0, "the weights of a batch norm")
    for name in ("2.weight", "2.bias"):
        assert_equal(after[name], before[name], f"{name} of a linear layer")
    one, other = (after[name].flatten()[:900] for name in ("0.weight", "1.0.0.weight"))
    assert_true(not torch.equal(one, other), "two layers got the same draw")


def test_the_generator_decides(student, rng):
    """The same generator gives the same weights, another one others, whatever the global state is."""
    seeds = rng.choice(10**6, size=2, replace=False)
    found = []
    for seed in (seeds[0], seeds[0], seeds[1]):
        layer = made(student, rng, "Conv2d", 3, 4, 3)
        student.call(torch.randn, 5)
        student.dcgan_init(layer, Rng("torch", int(seed)))
        found.append(layer.state_dict()["weight"])
    assert_true(torch.equal(found[0], found[1]), "the same generator gives other weights")
    assert_true(not torch.equal(found[0], found[2]), "another generator gives the same weights")


def test_norms_without_weights(student, rng):
    """A batch norm without weights of its own has nothing to draw; the layer beside it gets its draw."""
    net = student.call(
        torch.nn.Sequential,
        student.call(torch.nn.BatchNorm2d, 12, affine=False),
        made(student, rng, "Conv2d", 12, 20, 4, bias=False),
    )
    student.dcgan_init(net, source(rng))
    normal_like(net.state_dict()["1.weight"], 0.0, "the weights of a convolution")
