from __future__ import annotations

import pytest
from intake_helpers import labelled

from autograder.intake.slicing import find_forbidden, slice_names

BN = "torch.nn.BatchNorm1d"


@pytest.mark.parametrize(
    "cells, forbid, name",
    [
        (["import torch", "def f(x):\n    return torch.nn.BatchNorm1d(3)(x)"], BN, BN),
        (["import torch.nn as nn", "def f(x):\n    return nn.BatchNorm1d(3)(x)"], BN, BN),
        (["from torch import nn", "def f(x):\n    return nn.BatchNorm1d(3)(x)"], BN, BN),
        (["from torch.nn import BatchNorm1d as B", "def f(x):\n    return B(3)(x)"], BN, BN),
        (["from torch.nn import *", "def f(x):\n    return BatchNorm1d(3)(x)"], BN, BN),
        (
            ["import torch", "def f(x):\n    return torch.nn.modules.batchnorm.BatchNorm1d(3)"],
            BN,
            "torch.nn.modules.batchnorm.BatchNorm1d",
        ),
        (["import torch.nn as nn", "def f(x):\n    return getattr(nn, 'BatchNorm1d')(3)"], BN, BN),
        (["def f(x):\n    import torch.nn as q; return q.BatchNorm1d(3)"], BN, BN),
        (
            ["import numpy as np", "def f(x):\n    return np.linalg.lstsq(x, x)"],
            "numpy.linalg",
            "numpy.linalg.lstsq",
        ),
        (["import torch", "def f(x):\n    return torch.tensor(x)"], "autograd", "torch.tensor"),
        (["def f(x):\n    return __import__('jax')"], "autograd", "jax"),
        (
            ["import importlib as i", "def f(x):\n    return i.import_module('torch.nn')"],
            "autograd",
            "torch.nn",
        ),
    ],
)
def test_forbidden_is_seen_through_aliases(cells, forbid, name):
    found = find_forbidden(slice_names(labelled(cells), ["f"]), [forbid])
    assert [(f.name, f.definition) for f in found] == [(name, "f")]
    assert found[0].line == 2 and found[0].label == f"cell {len(cells)}"
    assert "line 2 of f" in found[0].message and name in found[0].message


@pytest.mark.parametrize(
    "cells, forbid",
    [
        (["import torch, numpy as np", "def f(x): return np.sum(x)"], "autograd"),
        (["from torch import nn", "def f(nn): return nn.BatchNorm1d"], BN),
        (["from torch import nn", "def f():\n    nn = g\n    return nn.BatchNorm1d", "g = 1"], BN),
        (["import numpy as np", "def f(x): return np.norm(x)"], "numpy.linalg.norm"),
        (["from torch import nn", "def f(x): return nn.BatchNorm2d(3)"], BN),
        (["import torch", "def f(x): '''uses torch.nn.BatchNorm1d'''"], BN),
        (
            [
                "from torch import nn",
                "def f(x: nn.BatchNorm1d | None = None) -> nn.BatchNorm1d: y: nn.BatchNorm1d = x",
            ],
            BN,
        ),
        (["from torch import nn", "def f(x): return isinstance(x, (nn.Linear, nn.BatchNorm1d))"], BN),
        (["from torch import nn", "def f(x): return type(x) is nn.BatchNorm1d"], BN),
        (["from torch.nn import BatchNorm1d", "def f(x): return isinstance(x, BatchNorm1d)"], BN),
        (["import numpy as np, torch", "def f(x: np.ndarray | torch.Tensor): return x"], "autograd"),
        (
            [
                "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch",
                "def f(x: 'torch.Tensor'): return x",
            ],
            "autograd",
        ),
        (
            [
                "from torch import *",
                "def masked_softmax(x): return x",
                "def f(x): return masked_softmax(sum(x))",
            ],
            "autograd",
        ),
        (["from torch.nn import *", "class BatchNorm1d: pass", "def f(x): return BatchNorm1d()"], BN),
        (["from numpy.linalg import *", "def g(x): return x", "def f(x): return g(len(x))"], "numpy.linalg"),
    ],
)
def test_nothing_else_is_forbidden(cells, forbid):
    assert find_forbidden(slice_names(labelled(cells), ["f"]), [forbid]) == []


def test_forbidden_in_a_sibling():
    siblings = {"helpers": "import numpy\nimport torch\n\ndef g(x): return torch.exp(x)"}
    piece = slice_names(labelled(["from helpers import g", "def f(x): return g(x)"]), ["f"], siblings)
    found = find_forbidden(piece, ["autograd"], siblings)
    assert [(f.label, f.line, f.name) for f in found] == [("helpers.py", 4, "torch.exp")]
    assert "line 4 of helpers.py" in found[0].message


MADE_ELSEWHERE = "exec('def g(x): return x')"


def test_an_unused_import_costs_nothing_where_every_cell_is_run():
    piece = slice_names(labelled(["import torch", MADE_ELSEWHERE, "def f(x):\n    return g(x)"]), ["f"])
    assert piece.whole
    assert find_forbidden(piece, ["autograd"]) == []


def test_a_used_import_is_forbidden_where_every_cell_is_run():
    cells = ["import torch", MADE_ELSEWHERE, "def f(x):\n    return g(torch.tensor(x))"]
    piece = slice_names(labelled(cells), ["f"])
    assert piece.whole
    assert [f.name for f in find_forbidden(piece, ["autograd"])] == ["torch.tensor"]
