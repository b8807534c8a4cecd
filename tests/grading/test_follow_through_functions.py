"""A wrong function of tensors does not cost the points of the training around it: its gradients are the reference's."""

import pytest

pytest.importorskip("torch")

from test_follow_through_nets import course, scores

LOSSES = '''
import torch
from torch import nn


def noisy_loss(model, x, noise, scale):
    """Mean square of noise - model(scale * x + noise)."""
    return ((noise - model(scale * x + noise)) ** 2).mean()


class Guess(nn.Module):
    """A Linear."""

    def __init__(self, n):
        """Make the layer."""
        super().__init__()
        self.line = nn.Linear(n, n)

    def forward(self, x):
        """line(x)."""
        return self.line(x)


def guess_step(net, x, noise, scale, lr):
    """One step downhill on noisy_loss. Returns its value before the step."""
    loss = noisy_loss(net, x, noise, scale)
    net.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= lr * p.grad
    return loss.item()


def scale_slope(net, x, noise, scale):
    """d noisy_loss / d scale."""
    scale = scale.clone().requires_grad_()
    return torch.autograd.grad(noisy_loss(net, x, noise, scale), scale)[0]
'''
HIDDEN = """
import torch
from autograder.suite import assert_close, exercise, load_weights


def drawn(rng):
    return [torch.tensor(rng.normal(size=(6, 3)), dtype=torch.float32) for _ in range(2)]


def nets(student, reference, rng):
    with torch.random.fork_rng():
        mine = reference.Guess(3)
    theirs = student.Guess(3) if "Guess" in student._surface.names else student.call(torch.nn.Linear, 3, 3)
    if "Guess" not in student._surface.names:
        mine = mine.line
    return load_weights(theirs, mine, drawn(rng)[0]), theirs, mine


@exercise("noisy_loss")
def test_loss(student, reference, rng):
    _, theirs, mine = nets(student, reference, rng)
    x, noise = drawn(rng)
    assert_close(student.noisy_loss(theirs, x, noise, 2.0), reference.noisy_loss(mine, x, noise, 2.0).detach())


@exercise("guess_step")
def test_step(student, reference, rng):
    loaded, theirs, mine = nets(student, reference, rng)
    x, noise = drawn(rng)
    for _ in range(3):
        got = student.guess_step(theirs, x, noise, 2.0, 0.1)
        assert_close(got, reference.guess_step(mine, x, noise, 2.0, 0.1), rtol=1e-4)
    for name, value in mine.state_dict().items():
        assert_close(loaded.weights()[name], value, name, rtol=1e-4)


@exercise("scale_slope")
def test_slope(student, reference, rng):
    _, theirs, mine = nets(student, reference, rng)
    x, noise = drawn(rng)
    scale = torch.tensor(1.5)
    assert_close(student.scale_slope(theirs, x, noise, scale), reference.scale_slope(mine, x, noise, scale), rtol=1e-4)
"""
TOML = """
title = "Losses"
[defaults]
module = "losses"
[[exercise]]
id = "noisy_loss"
[[exercise]]
id = "guess_step"
names = ["Guess", "guess_step"]
needs = ["noisy_loss"]
[[exercise]]
id = "scale_slope"
needs = ["noisy_loss"]
"""
WRONG = LOSSES.replace("(noise - model(scale * x + noise))", "(x - model(scale * x + noise))")
ABSENT = LOSSES.replace("return ((noise - model(scale * x + noise)) ** 2).mean()", 'raise NotImplementedError("yours")')
BOTH = WRONG.replace("p -= lr * p.grad", "p += lr * p.grad").replace("scale.clone()", "(2 * scale)")
SPY = WRONG.replace("loss = noisy_loss(net, x, noise, scale)", "loss = noisy_loss(print, x, object(), scale)")


def test_the_training_around_a_wrong_loss(tmp_path):
    losses = course(tmp_path / "c", "losses", LOSSES, HIDDEN, TOML)
    got = scores(losses, tmp_path, right=LOSSES, wrong=WRONG, absent=ABSENT, both=BOTH, spy=SPY)
    assert got["right"] == {
        "noisy_loss": (1.0, False),
        "guess_step": (1.0, False),
        "scale_slope": (1.0, False),
    }
    for name in ("wrong", "absent"):
        assert got[name] == {
            "noisy_loss": (0.0, False),
            "guess_step": (1.0, True),
            "scale_slope": (1.0, True),
        }
    assert got["both"] == {
        "noisy_loss": (0.0, False),
        "guess_step": (0.0, False),
        "scale_slope": (0.0, False),
    }
    assert got["spy"]["guess_step"] == (0.0, False)
