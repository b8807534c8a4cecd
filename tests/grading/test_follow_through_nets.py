"""A wrong net, or a wrong cell with a cache of its own, does not cost the points of the code around it."""

import pytest

pytest.importorskip("torch")

from autograder.runs.grade import Options, grade

NETS = '''
import torch
from torch import nn


class Block(nn.Module):
    """Linear, tanh, and a way around."""

    def __init__(self, n):
        """Make the layer."""
        super().__init__()
        self.line = nn.Linear(n, n)

    def forward(self, x):
        """x + tanh(line(x))."""
        return x + torch.tanh(self.line(x))


class Tower(nn.Module):
    """Two blocks and a Linear."""

    def __init__(self, n):
        """Make the layers."""
        super().__init__()
        self.low, self.high, self.out = Block(n), Block(n), nn.Linear(n, 2)

    def forward(self, x):
        """out(high(low(x)))."""
        return self.out(self.high(self.low(x)))


def train_tower(x, y, seed, steps=5):
    """Gradient descent on the squares; the losses and the weights."""
    torch.manual_seed(seed)
    net, losses = Tower(3), []
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return {"state": net.state_dict(), "history": {"loss": losses}}
'''
NETS_HIDDEN = """
import torch
from autograder.suite import assert_close, assert_grads_close, assert_true, exercise, load_state, load_weights


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def twins(make, there, rng):
    with torch.random.fork_rng():
        mine = make(3)
    mine.load_state_dict({n: tensor(rng.normal(size=w.shape)) for n, w in mine.state_dict().items()})
    theirs = there(3)
    load_weights(theirs, mine, tensor(rng.normal(size=(4, 3))))
    return theirs, mine


@exercise("block")
def test_block(student, reference, rng):
    theirs, mine = twins(reference.Block, student.Block, rng)
    x = tensor(rng.normal(size=(4, 3)))
    assert_close(theirs(x), mine(x).detach())


@exercise("tower")
def test_tower(student, reference, rng):
    theirs, mine = twins(reference.Tower, student.Tower, rng)
    x = tensor(rng.normal(size=(4, 3)))
    assert_close(theirs(x), mine(x).detach())


@exercise("tower")
def test_gradients(student, reference, rng):
    theirs, mine = twins(reference.Tower, student.Tower, rng)
    x, dout = tensor(rng.normal(size=(4, 3))).requires_grad_(), tensor(rng.normal(size=(4, 2)))
    got = student.vjp(theirs, [x.detach()], [dout])
    dx, *wanted = torch.autograd.grad(mine(x), [x, *mine.parameters()], dout)
    assert_close(got.inputs[0], dx)
    assert_grads_close(got.parameters, dict(zip([n for n, _ in mine.named_parameters()], wanted)))


@exercise("train_tower")
def test_training(student, reference, rng):
    x, y = tensor(rng.normal(size=(9, 3))), tensor(rng.normal(size=(9, 2)))
    first, again, other = (student.train_tower(x, y, seed, steps=20) for seed in (1, 1, 2))
    assert_close(again["history"]["loss"], first["history"]["loss"])
    assert_true(first["history"]["loss"] != other["history"]["loss"], "the seed decides nothing")
    with torch.random.fork_rng():
        net = load_state(reference.Tower(3), student.train_tower(x, y, 1, steps=19)["state"])
    assert_close(((net(x) - y) ** 2).mean().item(), first["history"]["loss"][19])
"""
NETS_TOML = """
title = "Towers"
[defaults]
module = "towers"
[[exercise]]
id = "block"
names = ["Block"]
[[exercise]]
id = "tower"
names = ["Tower"]
needs = ["block"]
[[exercise]]
id = "train_tower"
training = true
needs = ["tower"]
"""
CELLS = '''
import numpy as np


def cell_forward(x, h, w):
    """tanh(x + w h) and a cache."""
    out = np.tanh(x + w * h)
    cache = (h, w, out)
    return out, cache


def cell_backward(dout, cache):
    """Gradients (dx, dh, dw)."""
    h, w, out = cache
    dz = dout * (1 - out**2)
    return dz, w * dz, float((h * dz).sum())


def chain_forward(xs, w):
    """The cell over all rows of xs, starting from 0."""
    h, caches = np.zeros(xs.shape[1]), []
    for x in xs:
        h, cache = cell_forward(x, h, w)
        caches.append(cache)
    cache = caches
    return h, cache


def chain_backward(dout, cache):
    """Gradients (dxs, dw)."""
    rows, total = [], 0.0
    for kept in reversed(cache):
        dx, dout, dw = cell_backward(dout, kept)
        rows.append(dx)
        total += dw
    return np.stack(rows[::-1]), total
'''
CELLS_HIDDEN = """
from autograder.suite import assert_close, check_backward, exercise


@exercise("cell_forward")
def test_cell(student, reference, rng):
    given = rng.normal(size=3), rng.normal(size=3), 0.7
    assert_close(student.cell_forward(*given)[0], reference.cell_forward(*given)[0])


@exercise("cell_backward")
def test_cell_gradients(student, reference, rng):
    given = {"x": rng.normal(size=3), "h": rng.normal(size=3), "w": 0.7}
    check_backward(student.cell_forward, student.cell_backward, given,
                   reference.cell_forward, reference.cell_backward, rng=rng)


@exercise("chain_forward")
def test_chain(student, reference, rng):
    xs = rng.normal(size=(4, 3))
    assert_close(student.chain_forward(xs, 0.7)[0], reference.chain_forward(xs, 0.7)[0])


@exercise("chain_backward")
def test_chain_gradients(student, reference, rng):
    given = {"xs": rng.normal(size=(4, 3)), "w": 0.7}
    check_backward(student.chain_forward, student.chain_backward, given,
                   reference.chain_forward, reference.chain_backward, rng=rng)
"""
CELLS_TOML = """
title = "Cells"
[defaults]
module = "cells"
forbid = ["autograd"]
opaque = ["cache"]
[[exercise]]
id = "cell_forward"
[[exercise]]
id = "cell_backward"
needs = ["cell_forward"]
[[exercise]]
id = "chain_forward"
needs = ["cell_forward"]
[[exercise]]
id = "chain_backward"
needs = ["cell_forward", "cell_backward", "chain_forward"]
"""


def course(folder, module, reference, hidden, toml):
    home = folder / "assignments" / f"01_{module}"
    for path, text in (
        (folder / f"reference/{module}/{module}.py", reference),
        (home / f"{module}/test_hidden.py", hidden),
        (home / "assignment.toml", toml),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def scores(course, tmp_path, **sources):
    for name, source in sources.items():
        (tmp_path / "class").mkdir(exist_ok=True)
        (tmp_path / "class" / f"{name}.py").write_text(source)
    results = grade(course, "01", [tmp_path / "class"], tmp_path / "out", Options(quiet=True)).results
    return {r.submission: {e.id: (e.earned, e.followed_through) for e in r.exercises} for r in results}


WRONG_BLOCK = NETS.replace("return x + torch.tanh(self.line(x))", "return torch.tanh(self.line(x))")
SMALL_BLOCK = NETS.replace("self.line = nn.Linear(n, n)", "self.line = nn.Linear(n, n, bias=False)")
OTHER_WORDS = WRONG_BLOCK.replace(
    "self.low, self.high, self.out = Block(n), Block(n), nn.Linear(n, 2)",
    "self.out = nn.Linear(n, 2)\n        self.blocks = nn.ModuleList([Block(n), Block(n)])",
).replace("self.high(self.low(x))", "self.blocks[0](self.blocks[1](x))")
WRONG_TOWER = WRONG_BLOCK.replace("self.high(self.low(x))", "self.high(x)")
TAMPERING = WRONG_BLOCK.replace("self.high(self.low(x))", "Block.forward(self.low, x) * 0 + self.low.line.weight.sum()")


def test_the_net_around_a_wrong_net(tmp_path):
    towers = course(tmp_path / "c", "towers", NETS, NETS_HIDDEN, NETS_TOML)
    got = scores(
        towers,
        tmp_path,
        right=NETS,
        wrong=WRONG_BLOCK,
        small=SMALL_BLOCK,
        words=OTHER_WORDS,
        both=WRONG_TOWER,
        tampering=TAMPERING,
    )
    assert got["right"] == {"block": (1.0, False), "tower": (1.0, False), "train_tower": (1.0, False)}
    assert got["small"]["tower"] == (1.0, True) and got["words"]["tower"] == (1.0, True)
    assert got["wrong"]["block"] == (0.0, False) and got["wrong"]["tower"] == (1.0, True)
    assert got["wrong"]["train_tower"] == (1.0, True)
    assert got["both"]["tower"] == (0.0, False) and got["tampering"]["tower"] == (0.0, False)


WRONG_CELL = CELLS.replace("out = np.tanh(x + w * h)\n    cache = (h, w, out)", "out = x + w * h\n    cache = [h]")
WRONG_CHAIN = WRONG_CELL.replace("total += dw", "total = dw")


def test_the_chain_around_a_wrong_cell_whose_cache_nobody_else_reads(tmp_path):
    cells = course(tmp_path / "c", "cells", CELLS, CELLS_HIDDEN, CELLS_TOML)
    got = scores(cells, tmp_path, wrong=WRONG_CELL, chain=WRONG_CHAIN)
    assert got["wrong"]["cell_forward"] == (0.0, False) and got["wrong"]["cell_backward"] == (0.0, False)
    assert got["wrong"]["chain_forward"] == (1.0, True) and got["wrong"]["chain_backward"] == (1.0, True)
    assert got["chain"]["chain_forward"] == (1.0, True) and got["chain"]["chain_backward"] == (0.0, False)
