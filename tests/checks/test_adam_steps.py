"""How many steps of Adam a training made, whatever its initial weights."""

import pytest
import torch

from autograder.checks.adam_steps import adam_steps

RATE = 2e-3


def trained(steps, scale, seed=0):
    torch.manual_seed(seed)
    net = torch.nn.Sequential(torch.nn.Linear(3, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    with torch.no_grad():
        for weight in net.parameters():
            weight.mul_(scale)
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE)
    for _ in range(steps):
        x = torch.randn(64, 3)
        optimizer.zero_grad()
        ((net(x) - 3 * x.sum(dim=1, keepdim=True)) ** 2).mean().backward()
        optimizer.step()
    return net.state_dict()


@pytest.mark.parametrize("scale", [0.1, 1.0, 3.0])
def test_the_way_tells_the_number_of_steps(scale):
    begun = trained(1, scale)
    made = {steps: adam_steps(begun, trained(steps, scale), RATE) for steps in (4, 40, 200)}
    assert made[4] < 6 < 20 < made[40] < 60 < 90 < made[200]


def test_what_does_not_belong_together_is_far_apart():
    begun = trained(1, 1.0)
    assert adam_steps(begun, trained(40, 1.0, seed=1), RATE) > 100
    others = ({}, None, {name: "text" for name in begun}, {name: value[:1] for name, value in begun.items()})
    assert all(adam_steps(begun, other, RATE) == float("inf") for other in others)


def test_counters_do_not_count():
    begun, end = trained(1, 1.0), trained(40, 1.0)
    assert adam_steps(begun | {"n": torch.tensor(1)}, end | {"n": torch.tensor(4000)}, RATE) < 60
