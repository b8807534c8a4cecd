import torch

from autograder.suite import assert_close, assert_shape


def test_shapes(student):
    """Three matrices, and one row of logits for each example."""
    net = student.MupMLP(5, 8, 3, 4)
    assert_shape(net(torch.ones(2, 5)), (2, 3), "the logits")
    assert_shape(net.hidden.weight, (8, 8), "the hidden matrix")


def test_rates_at_twice_the_base(student):
    """At twice the base width the hidden matrix learns half as fast, the others as before."""
    rates = student.mup_rates(8, 4, 0.5)
    assert_close([rates["input"], rates["hidden"], rates["output"]], [0.5, 0.25, 0.5], "the rates")
