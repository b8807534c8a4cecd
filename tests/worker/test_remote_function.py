"""A function of tensors without code computes what the function would, gradients included, from values that it is sent."""

import pytest

torch = pytest.importorskip("torch")

from autograder.grading.function_stand_in import FunctionStandIn  # noqa: E402
from autograder.worker.remote_function import asked_function  # noqa: E402


def loss(model, x, i, *, noise):
    """Takes a net and calls it in the middle."""
    kept = torch.sigmoid(x) + noise
    return ((noise - model(kept, i)) ** 2).mean()


def twice(net, x):
    """One call of the net feeds the next; a method beside it, and outputs that have no gradient."""
    first = net(x * 2)
    second, places = net.both(first * x)
    return {"out": first * second, "places": places + 1, "n": 3}


def plain(x, y):
    return torch.tanh(x @ y), x.argmax(1)


def noisy(x):
    return x + torch.randn(x.shape)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.line = torch.nn.Linear(4, 4)

    def forward(self, x, i=0):
        return torch.tanh(self.line(x)) * (1 + torch.as_tensor(i)).reshape(-1, 1)

    def both(self, x):
        return self.line(x), x.argmax(1)


def asked(function):
    return asked_function(function.__name__, FunctionStandIn(function))


def gradients(result, leaves):
    return torch.autograd.grad((result**2).sum(), leaves)


def test_a_loss_that_calls_a_net():
    net, x, noise, i = Net(), torch.randn(5, 4), torch.randn(5, 4), torch.arange(5)
    found = []
    for function in (asked(loss), loss):
        leaves = [x.clone().requires_grad_(), noise.clone().requires_grad_()]
        value = function(net, leaves[0], i=i, noise=leaves[1])
        found.append([value, *gradients(value, [*leaves, *net.parameters()])])
    torch.testing.assert_close(*found)


def test_a_net_that_is_called_twice_and_by_a_method():
    net, x = Net(), torch.randn(5, 4)
    found = []
    for function in (asked(twice), twice):
        leaf = x.clone().requires_grad_()
        value = function(net, leaf)
        assert value["n"] == 3 and torch.equal(value["places"], twice(net, x)["places"])
        found.append([value["out"], *gradients(value["out"], [leaf, *net.parameters()])])
    torch.testing.assert_close(*found)


def test_several_outputs_and_no_graph_where_none_is_wanted():
    x, y = torch.randn(3, 4), torch.randn(4, 2)
    out, places = asked(plain)(x, y)
    assert not out.requires_grad and torch.equal(places, x.argmax(1))
    torch.testing.assert_close(out, plain(x, y)[0])
    with torch.no_grad():
        assert not asked(plain)(x.requires_grad_(), y)[0].requires_grad


def test_one_tensor_in_two_places():
    x = torch.randn(4, 4)
    found = [gradients(f(leaf, leaf)[0], [leaf]) for f in (asked(plain), plain) for leaf in [x.clone().requires_grad_()]]
    torch.testing.assert_close(*found)


def test_random_numbers_follow_the_seed_of_the_code_around_and_move_it_only_if_they_were_drawn():
    x, outs = torch.zeros(50), []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        outs.append(asked(noisy)(x))
    assert torch.equal(outs[0], outs[1]) and not torch.equal(outs[0], outs[2])
    assert not torch.equal(asked(noisy)(x), asked(noisy)(x))
    before = torch.get_rng_state()
    asked(plain)(torch.ones(2, 2), torch.ones(2, 2))
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize(
    "question",
    [
        ("stage", {"args": [], "kwargs": {}, "theirs": ["__class__"], "answers": [], "seed": 0}),
        ("stage", {"args": [None], "kwargs": {}, "theirs": [7], "answers": [], "seed": 0}),
        ("__init__", {}),
    ],
)
def test_what_a_hostile_worker_asks_is_refused(question):
    with pytest.raises((ValueError, TypeError, AttributeError, IndexError, KeyError)):
        FunctionStandIn(loss)(*question)
