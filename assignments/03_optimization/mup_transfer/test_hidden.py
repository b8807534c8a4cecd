import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_true,
    check_mean,
    check_variance,
    check_vjp,
    definition,
    own_module,
    points,
    tensor,
    twins,
)


@points(2)
def test_the_net_matches_the_definition(student, reference, rng):
    """Logits and gradients for given weights, with widths above and below the base."""
    for n, d_in, width, d_out, base in [(7, 3, 6, 2, 3), (7, 3, 4, 2, 8), (4, 4, 4, 4, 4)]:
        x, dout = tensor(rng.normal(size=(n, d_in))), tensor(rng.normal(size=(n, d_out)))
        net, mine, _ = twins(
            lambda sizes=(d_in, width, d_out, base): student.MupMLP(*sizes),
            lambda sizes=(d_in, width, d_out, base): reference.MupMLP(*sizes),
            rng=rng,
            probe=[x],
            named=True,
        )
        assert_close(net(x), mine(x).detach(), "the logits")
        check_vjp(net, mine, {"x": x}, [dout], atol=1e-4)


@points(2)
@definition
def test_initial_weights(student):
    """The variance of each matrix, with mean 0, for a wide net and a narrow one."""
    for d_in, width, d_out, base in [(60, 150, 50, 20), (70, 40, 80, 90)]:
        net = student.MupMLP(d_in, width, d_out, base)
        for name, variance in [("input", 2 / d_in), ("hidden", 2 / width), ("output", 1 / base)]:
            entries = getattr(net, name).weight.detach().numpy().astype(float).ravel()
            check_variance(entries, variance, name=f"the entries of {name}")
            check_mean(entries, 0.0, variance**0.5, f"the entries of {name}")


@points(2)
def test_rates(student, reference, rng):
    """The rates of the three matrices, above, below and at the base width."""
    for width, base in [(512, 64), (32, 64), (64, 64), (1, 3), (3, 1)]:
        lr = float(rng.uniform(0.01, 0.1))
        got, wanted = student.mup_rates(width, base, lr), reference.mup_rates(width, base, lr)
        for name in ("input", "hidden", "output"):
            assert_close(got[name], wanted[name], f"the rate of {name}")


def test_nothing_else_learns(student):
    """The net has three matrices and no biases."""
    shapes = sorted(tuple(p.shape) for p in student.MupMLP(5, 4, 3, 2).parameters())
    assert_true(shapes == [(3, 4), (4, 4), (4, 5)], "the parameters of the net are not three matrices")
    shapes = [tuple(p.shape) for p in student.MupMLP(1, 1, 1, 1).parameters()]
    assert_true(shapes == [(1, 1)] * 3, "the parameters of the smallest net are not three matrices")


def test_a_step_changes_the_logits_alike_at_every_width(student, reference, rng):
    """After one step of Adam, from these weights and with these rates, wide and narrow nets have changed their logits alike."""
    x, y = tensor(rng.normal(size=(20, 10))), torch.tensor(rng.integers(0, 4, size=20))
    changes = {}
    for width in (32, 512):
        found, rates = [], student.mup_rates(width, 32, 1e-3)
        for _ in range(10):
            theirs, mine = student.MupMLP(10, width, 4, 32), own_module(reference.MupMLP, 10, width, 4, 32)
            names = ("input", "hidden", "output")
            mine.load_state_dict({f"{name}.weight": getattr(theirs, name).weight.detach() for name in names})
            groups = [{"params": [getattr(mine, name).weight], "lr": float(rates[name])} for name in names]
            optimizer, before = torch.optim.Adam(groups), mine(x)
            torch.nn.functional.cross_entropy(before, y).backward()
            optimizer.step()
            found.append(float((mine(x) - before).detach().abs().mean()))
        changes[width] = np.mean(found)
    ratio = changes[512] / changes[32]
    assert_true(0.4 < ratio < 2.5, "a step does not change the logits of a wide net as much as those of a narrow one")


def test_widths_that_make_no_sense(student):
    """A width or a base of 0 raises a ValueError."""
    for width, base in ((0, 4), (4, 0)):
        with pytest.raises(ValueError):
            student.mup_rates(width, base, 0.1)
