"""Weights without a gradient tell which optimizer was used."""

import pytest
import torch

from autograder.checks import CheckFailed, assert_without_decay

RIGHT = {
    "adam": lambda weights: torch.optim.Adam(weights, lr=1e-3),
    "amsgrad": lambda weights: torch.optim.Adam(weights, lr=1e-3, amsgrad=True),
    "momentum": lambda weights: torch.optim.SGD(weights, lr=0.1, momentum=0.9),
}
DECAYING = {
    "adamw": lambda weights: torch.optim.AdamW(weights, lr=1e-3),
    "adam with a penalty": lambda weights: torch.optim.Adam(weights, lr=1e-3, weight_decay=1e-4),
    "sgd with a penalty": lambda weights: torch.optim.SGD(weights, lr=0.1, weight_decay=1e-3),
}


def trained(make, steps, seed=0):
    """A table of which only the first row is ever read: its second row after some steps."""
    torch.manual_seed(seed)
    table = torch.nn.Embedding(2, 50)
    optimizer = make(table.parameters())
    for _ in range(steps):
        optimizer.zero_grad()
        (table(torch.tensor([0])) - 1).square().sum().backward()
        optimizer.step()
    return table.weight[1].detach().clone()


@pytest.mark.parametrize("name", RIGHT)
def test_optimizers_without_decay_leave_such_weights_alone(name):
    assert_without_decay(trained(RIGHT[name], 1), trained(RIGHT[name], 4))


@pytest.mark.parametrize("name", DECAYING)
def test_decay_of_every_kind_is_seen(name):
    with pytest.raises(CheckFailed, match="weight decay"):
        assert_without_decay(trained(DECAYING[name], 1), trained(DECAYING[name], 4))


def test_runs_that_begin_otherwise_are_not_compared():
    assert_without_decay(trained(RIGHT["adam"], 1), trained(RIGHT["adam"], 4, seed=1))


def test_a_state_that_is_not_finite_is_no_proof():
    with pytest.raises(CheckFailed):
        assert_without_decay(torch.ones(3), torch.full((3,), float("nan")))
