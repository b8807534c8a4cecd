import torch

from autograder.suite import Rng, assert_between, assert_equal


def test_kernels_and_norms(student):
    """Kernels get small weights around 0, norms weights around 1 and no shift."""
    net = student.call(torch.nn.Sequential, student.call(torch.nn.Conv2d, 3, 8, 3), student.call(torch.nn.BatchNorm2d, 8))
    student.dcgan_init(net, Rng("torch", 3))
    state = net.state_dict()
    assert_between(float(state["0.weight"].std()), 0.015, 0.025, "the standard deviation of the kernel")
    assert_between(state["1.weight"], 0.88, 1.12, "the weights of the norm")
    assert_equal(state["1.bias"], torch.zeros(8), "the shift of the norm")


def test_the_generator_decides(student):
    """The same generator gives the same weights, another one others."""
    found = []
    for seed in (1, 1, 2):
        layer = student.call(torch.nn.Conv2d, 3, 4, 3)
        student.dcgan_init(layer, Rng("torch", seed))
        found.append(layer.state_dict()["weight"])
    assert_equal(bool(torch.equal(found[0], found[1])), True, "whether one seed gives the same weights twice")
    assert_equal(bool(torch.equal(found[0], found[2])), False, "whether two seeds give the same weights")
