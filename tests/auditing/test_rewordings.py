"""Nets in other words: the same function, with other names, another order and other groups of layers."""

import pytest

from autograder.auditing.rewordings import rewordings
from autograder.course import Exercise
from autograder.suites.agreement import agree

torch = pytest.importorskip("torch")

FREE = '''
import torch
from torch import nn


class Net(nn.Module):
    """Two layers."""

    def __init__(self, n, shared=False):
        super().__init__()
        self.n = n
        self.one = nn.Linear(n, n)
        self.two = self.one if shared else nn.Linear(n, 2)
        self.three = nn.Linear(n, 2)

    def forward(self, x):
        return self.three(torch.relu(self.one(x)))


def helper(x):
    return x
'''


def built(text, **settings):
    space: dict = {}
    exec(text, space)
    torch.manual_seed(0)
    return space["Net"](3, **settings)


def exercise():
    return Exercise(id="net", module="net", names=["Net", "helper"], points=1)


def test_the_function_stays_and_the_layers_change():
    texts = rewordings(FREE, exercise())
    assert set(texts) == {"reordered", "regrouped"}
    x, plain = torch.randn(4, 3), built(FREE)
    for label, text in texts.items():
        net = built(text)
        names = [n for n, _ in net.named_parameters()]
        assert names != [n for n, _ in plain.named_parameters()]
        one, three = (net.one, net.three) if label == "reordered" else (net.parts["one_part"], net.parts["three_part"])
        one.load_state_dict(plain.one.state_dict())
        three.load_state_dict(plain.three.state_dict())
        assert torch.equal(net(x), plain(x))
    again = built(texts["reordered"])
    assert again.second_name is again.one and "numbers_beside" in again.state_dict()


def test_a_layer_that_needs_another_one_still_comes_after_it():
    for text in rewordings(FREE, exercise()).values():
        built(text, shared=True)


def test_names_that_are_asked_for_stay():
    fixed = FREE.replace('"""Two layers."""', '"""Two layers; weights are loaded by these names."""')
    assert set(rewordings(fixed, exercise())) == {"reordered"}


def test_without_a_net_there_is_nothing_to_reword():
    assert rewordings("def helper(x):\n    return x\n", exercise()) == {}


REPORT = """
def summary(x):
    if x < 0:
        return {"mean": -x}
    return {"mean": x}
"""


def report(**more):
    return Exercise(id="summary", module="summary", names=["summary"], points=1, **more)


def test_a_report_may_have_one_more_entry():
    space: dict = {}
    exec(rewordings(REPORT, report())["with a remark"], space)
    assert space["summary"](2)["mean"] == 2 and set(space["summary"](-2)) == {"mean", "remark"}
    assert rewordings(REPORT, report(training=True)) == {}


def test_a_wrong_report_with_one_more_entry_still_agrees_with_the_mistake():
    assert agree({"mean": 2.0, "remark": "mine"}, {"mean": 2.0})
    assert not agree({"mean": 2.5, "remark": "mine"}, {"mean": 2.0})
    assert not agree({"remark": "mine"}, {"mean": 2.0})
    assert not agree({"mean": 2.0}, {})
