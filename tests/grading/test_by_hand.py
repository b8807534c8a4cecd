"""An exercise that needs torch and forbids its derivatives, graded as a class is."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

from test_follow_through_nets import course

from autograder.runs.grade import Options, grade

CUBE = '''
import torch


def cube_backward(x, dout):
    """dL/dx of x**3, given dL/dout; derive it by hand."""
    return 3 * x**2 * dout
'''
HIDDEN = """
import torch
from autograder.suite import assert_close


def test_backward(student, reference, rng):
    x, dout = (torch.tensor(rng.normal(size=(4, 3))) for _ in range(2))
    leaf = x.clone().requires_grad_()
    wanted = torch.autograd.grad((leaf**3 * dout).sum(), leaf)[0]  # the suite may
    assert_close(student.cube_backward(x, dout), wanted)
"""
TOML = """
title = "Cubes"
[[exercise]]
id = "cube_backward"
points = 2
forbid = ["torch.autograd"]
"""
HEAD = "import torch\nfrom torch import Tensor\n\n"
LEAF = "    leaf = x.clone().requires_grad_()\n    y = (leaf**3 * dout).sum()\n"
CLASS = {
    "right": CUBE,
    "typed": HEAD
    + "def cube_backward(x: Tensor, dout: Tensor, how: torch.autograd.Function | None = None) -> Tensor:\n"
    + "    with torch.no_grad():\n        return x.square().mul(dout).mul(3)\n",
    "grad": HEAD + f"def cube_backward(x, dout):\n{LEAF}    return torch.autograd.grad(y, leaf)[0]\n",
    "backward": HEAD + f"def cube_backward(x, dout):\n{LEAF}    y.backward()\n    return leaf.grad\n",
    "engine": HEAD
    + f"def cube_backward(x, dout):\n{LEAF}    return torch.ops.aten.grad([y], [leaf], None, None, False, True)[0]\n",
    "func": HEAD + "def cube_backward(x, dout):\n    return getattr(torch.func, 'v' + 'jp')(lambda x: x**3, x)[1](dout)[0]\n",
    "sympy": "import sympy\n"
    + HEAD
    + "def cube_backward(x, dout):\n    s = sympy.Symbol('s')\n"
    + "    return sympy.lambdify(s, sympy.diff(s**3, s))(x) * dout\n",
}


def test_only_what_was_derived_by_hand_earns_points(tmp_path):
    home = course(tmp_path / "c", "cube_backward", CUBE, HIDDEN, TOML)
    (tmp_path / "class").mkdir()
    for name, source in CLASS.items():
        (tmp_path / "class" / f"{name}.py").write_text(source)
    results = grade(home, "01", [tmp_path / "class"], tmp_path / "out", Options(quiet=True)).results
    earned = {r.submission: r.score for r in results}
    assert earned == {name: 2.0 if name in ("right", "typed") else 0.0 for name in CLASS}
    outcomes = {r.submission: r.exercises[0].tests[0].outcome for r in results}
    assert {n for n, outcome in outcomes.items() if outcome == "forbidden"} == {
        "grad",
        "backward",
        "func",
        "sympy",
    }
    assert not any(e.for_staff for r in results if r.submission in ("right", "typed") for e in r.exercises)
