# ruff: noqa: E501 (a hand-in a line)
"""What the text leaves open is told to staff; what surely computes nothing, and what the student is told anyway, is not."""

from __future__ import annotations

import pytest
from intake_helpers import labelled

from autograder.intake.doubts import find_doubts
from autograder.intake.slicing import slice_names

FORBID = ["torch.nn.functional.softplus", "torch.nn.Softplus"]
HEAD = [
    "import torch, sys, gc, operator, importlib",
    "import torch.nn as nn",
    "import torch.nn.functional as F",
]


def doubts(code, forbid=FORBID):
    return find_doubts(slice_names(labelled([*HEAD, *code.split("\n---\n")]), ["f"]), forbid)


@pytest.mark.parametrize(
    "code, told",
    [
        ("def f(x, name):\n    return getattr(F, name)(x)", "a name that is computed"),
        ("def f(x):\n    return F.__dict__['soft' + 'plus'](x)", "the dictionary of a package"),
        ("def f(x):\n    return vars(F)['soft' + 'plus'](x)", "the dictionary of a package"),
        ("def f(x):\n    g = F.softplus\n    return x", "torch.nn.functional.softplus on under another name"),
        ("TABLE = {1: F.softplus}\n---\ndef f(x): return TABLE.get(2, abs)(x)", "on under another name"),
        ("def f(x):\n    exec('y = x')\n    return x", "runs text by exec"),
        ("def f(x):\n    return eval('x')", "runs text by eval"),
        ("def f(x):\n    return torch.ops.aten.add(x, x)", "goes below the functions of torch"),
        ("def f(x):\n    return torch._C._nn.gelu(x)", "goes below the functions of torch"),
        ("def f(x):\n    return operator.attrgetter('softplus')(F)(x)", "has the text 'softplus'"),
        (
            "def f(x):\n    return importlib.import_module('to' + 'rch').abs(x)",
            "imports a package whose name",
        ),
        ("def f(x):\n    return nn.Module.__subclasses__()[0]", "looks inside functions and classes"),
        ("def f(x):\n    return gc.get_objects()[0]", "looks inside functions and classes"),
        ("def f(x):\n    return sys.modules['torch'].abs(x)", "looks inside functions and classes"),
    ],
)
def test_a_possible_way_around_is_told(code, told):
    found = doubts(code)
    assert any(told in each for each in found), found
    assert all(each.startswith("may use what is not allowed, though no test saw it: line ") for each in found)


@pytest.mark.parametrize(
    "code",
    [
        "def f(x): return torch.log1p(torch.exp(x))",
        "def f(x): return F.softplus(x)",  # the student reads it
        "def f(x: nn.Softplus, y: 'nn.Softplus' = None) -> nn.Softplus:\n    z: nn.Softplus = x\n    return z",
        "def f(x): return x if isinstance(x, nn.Softplus) else x + 1",
        "def f(x):\n    '''softplus'''\n    'softplus'\n    return x",
        "def softplus(x): return x\n---\nNAMES = ['softplus']\n---\ndef f(x): return softplus(x), NAMES",
        "class Net(nn.Module):\n    def forward(self, x): return getattr(self, 'layer' + str(1))(x)\n---\ndef f(x): return Net().eval()(x)",
        "class Net:\n    def __init__(self, **more): self.__dict__.update(more)\n---\ndef f(x): return Net(a=x).a",
        "def eval(x): return x\n---\ndef f(x): return eval(x)",
        "def f(x): return [getattr(x, n) for n in ('a', 'b')]",
        "def f(x):\n    def _own(y): return y\n    return _own(x)._replace(a=1)",
        "from typing import Optional\n---\nLayer = Optional[nn.Softplus]\n---\nOther = nn.Softplus | None\n---\ndef f(x): return x, Layer, Other",
        "from torch import *\n---\ndef f(x): return log(exp(x) + 1)",
    ],
)
def test_honest_code_is_not_pointed_at(code):
    assert doubts(code) == []


def test_nothing_is_doubtful_where_nothing_is_forbidden():
    assert doubts("def f(x): return torch._C._nn.softplus(eval('x'))", []) == []


def test_a_hostile_text_has_few_doubts():
    assert len(doubts("def f(x):\n" + "".join(f"    eval('{i}')\n" for i in range(100)))) == 8
