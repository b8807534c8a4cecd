import itertools

import numpy as np
import torch
from torch import nn

from autograder.suite import assert_close, assert_equal, assert_true, definition, leaves_arguments, own_module, points, tensor

D, H, C, N = 4, 5, 3, 6


NORM, DROP = 1, 3
"""Where batch normalisation and dropout stand in the net."""


def layers(d, c, p):
    return (nn.Linear, d, H), (nn.BatchNorm1d, H), (nn.ReLU,), (nn.Dropout, p), (nn.Linear, H, c)


def own_net(d, c, p):
    return own_module(lambda: nn.Sequential(*(make(*sizes) for make, *sizes in layers(d, c, p))))


def draw(student, rng, p, n=N, d=D, c=C):
    """A net there with random weights and running statistics, the same net here in evaluation mode, and some inputs."""
    net, mine = student.call(nn.Sequential, *(student.call(*layer) for layer in layers(d, c, p))), own_net(d, c, p)
    state = {}
    for name, entry in mine.state_dict().items():
        if name.endswith("running_var"):
            state[name] = tensor(rng.uniform(0.5, 2, size=entry.shape))
        elif entry.is_floating_point():
            state[name] = tensor(rng.normal(size=entry.shape) * 1.5)
        else:
            state[name] = entry
    mine.load_state_dict(state)
    net.load_state_dict(state)
    return net, mine.eval(), tensor(rng.normal(size=(n, d)))


@torch.no_grad()
def over_all_masks(mine, x, p):
    """Mean and variance of the probabilities over all 2^H masks, each weighted by its probability."""
    hidden = mine[:DROP](x)
    masks = torch.tensor(list(itertools.product([0.0, 1.0], repeat=H)))
    kept = masks.sum(dim=1)
    shares = ((1 - p) ** kept * p ** (H - kept))[:, None, None]
    answers = torch.stack([torch.softmax(mine[-1](hidden * mask / (1 - p)), dim=1) for mask in masks])
    mean = (shares * answers).sum(dim=0)
    return mean, (shares * (answers - mean) ** 2).sum(dim=0)


@leaves_arguments
@definition
@points(3)
def test_mean_and_variance_are_those_over_the_masks(student, rng):
    """Over many passes, mean and variance come close to those over all masks, with the running statistics in use."""
    net, mine, x = draw(student, rng, 0.4)
    mean, var = student.mc_dropout_predict(net, x, 4000, int(rng.integers(2**31)))
    right_mean, right_var = over_all_masks(mine, x, 0.4)
    # A mean of 4000 probabilities has a standard error below .008, and a variance of them below .004.
    assert_true(bool(np.isfinite(np.asarray(mean)).all()), "the mean is not finite")
    assert_close(mean, right_mean, "the mean over 4000 passes", atol=0.05)
    assert_close(var, right_var, "the variance over 4000 passes", atol=0.025)


@points(2)
def test_few_passes(student, reference, rng):
    """With 2 and with 3 passes, mean and variance are those of these passes, the variance divided by their number."""
    for k in (2, 3):
        net, mine, x = draw(student, rng, 0.5)
        seed = int(rng.integers(2**31))
        mean, var = student.mc_dropout_predict(net, x, k, seed)
        with torch.random.fork_rng():
            right_mean, right_var = reference.mc_dropout_predict(mine, x, k, seed)
        assert_close(mean, right_mean, f"the mean over {k} passes", atol=1e-5)
        assert_close(var, right_var, f"the variance over {k} passes", atol=1e-5)


def test_one_pass(student, rng):
    """A single pass has a variance of 0, and its probabilities sum to 1; another seed gives another mean."""
    net, _, x = draw(student, rng, 0.5)
    mean, var = student.mc_dropout_predict(net, x, 1, 3)
    assert_close(var, torch.zeros(N, C), "the variance", atol=1e-7)
    assert_close(mean.sum(dim=1), torch.ones(N), "sums of the mean", atol=1e-5)
    again, _ = student.mc_dropout_predict(net, x, 1, 3)
    assert_close(again, mean, "the mean with the same seed", atol=1e-6)
    others = [student.mc_dropout_predict(net, x, 1, seed)[0] for seed in range(10, 18)]
    assert_true(any(not torch.allclose(other, mean, atol=1e-3) for other in others), "all seeds give the same mean")


@definition
def test_without_dropout_it_is_the_net_in_evaluation(student, rng):
    """With p = 0 the mean is the softmax of the evaluated net, and the variance is 0."""
    for n, d, c in ((N, D, C), (4, 4, 4)):  # also as many inputs as features and classes
        net, mine, x = draw(student, rng, 0.0, n, d, c)
        mean, var = student.mc_dropout_predict(net, x, 5, 0)
        assert_close(mean, torch.softmax(mine(x), dim=1).detach(), "the mean", atol=1e-5)
        assert_close(var, torch.zeros(n, c), "the variance", atol=1e-6)


def test_normalisation_is_left_alone(student, rng):
    """Running statistics and weights are the same afterwards, and a sample does not see the rest of its batch."""
    net, mine, x = draw(student, rng, 0.0)
    before = {name: entry.clone() for name, entry in net.state_dict().items()}
    mean, _ = student.mc_dropout_predict(net, x, 3, 0)
    assert_close(mean, torch.softmax(mine(x), dim=1).detach(), "the mean", atol=1e-5)
    for name, entry in net.state_dict().items():
        assert_close(entry, before[name], f"{name} afterwards")
    alone, _ = student.mc_dropout_predict(net, x[:1], 3, 0)
    assert_close(alone, mean[:1], "the mean of one input alone", atol=1e-5)


def test_modes_are_restored(student, rng):
    """Each layer is in the mode in which it was before, also where a net was partly in training."""
    for net_trains, norm_trains, drop_trains in ((True, True, True), (False, False, False), (True, False, True)):
        net, mine, x = draw(student, rng, 0.0)
        net.train(net_trains)
        net[NORM].train(norm_trains)
        net[DROP].train(drop_trains)
        mean, _ = student.mc_dropout_predict(net, x, 2, 0)
        assert_close(mean, torch.softmax(mine(x), dim=1).detach(), "the mean", atol=1e-5)
        modes = [net.training, net[NORM].training, net[DROP].training]
        assert_equal(modes, [net_trains, norm_trains, drop_trains], "whether net, normalisation and dropout are in training")


def test_no_graph_is_built(student, rng):
    """The passes need no gradients, so none are prepared."""
    net, mine, x = draw(student, rng, 0.0)
    mean, var = student.mc_dropout_predict(net, x, 3, 0)
    assert_close(mean.detach(), torch.softmax(mine(x), dim=1).detach(), "the mean", atol=1e-5)
    assert_true(not mean.requires_grad and not var.requires_grad, "the results still hang on a graph")
