import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def rows(rng, n=40):
    x = rng.uniform(0, 16, size=(n, 1, 8, 8)).astype(np.float32)
    return {"x_train": x, "y_train": (np.arange(n) % 10).astype(np.int64)}


def test_shapes(student):
    """Images become ten logits, with direct ways and without; both nets have the same 2506 parameters for 2 blocks of width
    8.
    """
    for skip in (True, False):
        net = student.DeepNet(skip, 2, 8)
        assert_shape(net(torch.randn(3, 1, 8, 8)), (3, 10), "the logits")
        assert_equal(count_parameters(net), 2506, "number of parameters")


def test_biases_begin_at_zero(student):
    """A black image meets nothing but biases, and they begin at 0: so do its logits."""
    assert_close(student.DeepNet()(torch.zeros(2, 1, 8, 8)), torch.zeros(2, 10), "the logits of a black image")


def test_a_short_training(student, rng):
    """Three steps give three losses."""
    run = student.train_deep_residual(rows(rng), 0, True, 3, 1)
    assert_equal(len(run["history"]["loss"]), 3, "number of losses")
