"""A net without code computes what the net would, gradients included, from values that it is sent."""

import copy

import pytest

torch = pytest.importorskip("torch")

from autograder.grading.module_stand_in import ModuleStandIn  # noqa: E402
from autograder.worker.remote_module import shell_class  # noqa: E402


class Block(torch.nn.Module):
    def __init__(self, n, width=3, rate=0.0):
        super().__init__()
        self.n, self.secret = n, torch.ones(2)
        self.line = torch.nn.Linear(n, width)
        self.norm = torch.nn.BatchNorm1d(width)
        self.drop = torch.nn.Dropout(rate)

    def forward(self, x, scale):
        return self.drop(self.norm(self.line(x))) * scale

    def both(self, x):
        return self.line(x), {"first": x.argmax(1)}

    def _hidden(self):
        return self.line


@pytest.fixture
def made():
    stand_in = ModuleStandIn(Block)
    _, number, name, methods = stand_in.node(7)
    assert (number, name, methods) == (7, "Block", ["both", "forward"])
    shell = shell_class(name, methods, stand_in)(4)
    real = Block(4)
    real.load_state_dict(shell.state_dict())
    return shell, real


def test_parameters_names_and_plain_attributes_are_those_of_the_net(made):
    shell, real = made
    assert list(shell.state_dict()) == list(real.state_dict())
    assert [n for n, _ in shell.named_parameters()] == [n for n, _ in real.named_parameters()]
    assert shell.n == 4 and not hasattr(shell, "secret")


@pytest.mark.parametrize("training", [True, False])
def test_values_gradients_and_statistics(made, training):
    shell, real = (net.train(training) for net in made)
    x, scale = torch.randn(5, 4), torch.randn(5, 1)
    grads = []
    for net in (shell, real):
        leaves = [x.clone().requires_grad_(), scale.clone().requires_grad_()]
        out = net(leaves[0], scale=leaves[1])
        torch.testing.assert_close(out, made[1](x, scale) if not training else out)
        grads.append(torch.autograd.grad((out**2).sum(), [*leaves, *net.parameters()]))
    for a, b in zip(*grads):
        torch.testing.assert_close(a, b)
    torch.testing.assert_close(shell.norm.running_mean, real.norm.running_mean)


def test_several_outputs_and_no_graph_where_none_is_wanted(made):
    shell, real = made
    x = torch.randn(5, 4)
    with torch.no_grad():
        out, other = shell.both(x)
    torch.testing.assert_close(out, real.both(x)[0].detach())
    assert not out.requires_grad and torch.equal(other["first"], x.argmax(1))
    shell.both(x)[0].sum().backward()
    assert shell.line.bias.grad.tolist() == [5.0, 5.0, 5.0] and shell.norm.weight.grad is None


def test_dropout_follows_the_seed_of_the_code_around(made):
    shell = shell_class("Block", ["forward"], ModuleStandIn(Block))(4, rate=0.5)
    x, outs = torch.randn(6, 4), []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        outs.append(shell(x, 1.0))
    assert torch.equal(outs[0], outs[1]) and not torch.equal(outs[0], outs[2])
    torch.manual_seed(3)
    out = shell(x, 1.0)  # the gradient is that of the same draw
    dropped = out == 0
    assert dropped.any() and torch.autograd.grad(out[dropped].sum(), shell.line.weight)[0].abs().max() == 0


def test_a_copy_is_a_net_of_its_own(made):
    again = copy.deepcopy(made[0])
    with torch.no_grad():
        again.line.weight.zero_()
    assert made[0].line.weight.abs().max() > 0


@pytest.mark.parametrize(
    "question",
    [
        ("make", [[10**7], {"width": 10**7}], 0),
        ("make", [[torch.ones(2)], {}], 0),
        (
            "forward",
            [[4], {}],
            {"method": "_hidden", "args": [], "kwargs": {}, "state": {}, "training": True, "seed": 0},
        ),
        (
            "forward",
            [[4], {}],
            {"method": "forward", "args": [], "kwargs": {}, "state": {}, "training": True, "seed": 0},
        ),
        ("__init__", [[4], {}], 0),
    ],
)
def test_what_a_hostile_worker_asks_is_refused(question):
    with pytest.raises((ValueError, TypeError, AttributeError, RuntimeError, KeyError)):
        ModuleStandIn(Block)(*question)
