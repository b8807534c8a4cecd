"""What cannot be decided is not the student's loss: the points stand, and staff is told."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("torch")

from test_follow_through_nets import course

from autograder.runs.grade import Options, grade

SOFT = '''
import torch


def soft(x):
    """log(1 + exp(x))."""
    return torch.log1p(torch.exp(x))
'''
HIDDEN = """
import torch
from autograder.suite import assert_close


def test_soft(student, reference, rng):
    x = torch.tensor(rng.normal(size=5))
    assert_close(student.soft(x), reference.soft(x))
"""
TOML = """
title = "Soft"
[[exercise]]
id = "soft"
points = 2
forbid = ["torch.nn.functional.softplus", "torch.nn.Softplus"]
"""
HEAD = "import torch\nimport torch.nn.functional as F\n\n"
CLASS = {
    "plain": SOFT,
    "looked_up": HEAD + "def soft(x):\n    return getattr(torch, 'log' + '1p')(torch.exp(x))\n",
    "unused_alias": HEAD + "def soft(x):\n    check = F.softplus\n    return torch.log1p(torch.exp(x))\n",
    "below": HEAD + "def soft(x):\n    return torch.ops.aten.log1p(torch.exp(x))\n",
    "caught": HEAD + "def soft(x):\n    return getattr(F, 'soft' + 'plus')(x)\n",
    "wrong": HEAD + "def soft(x):\n    return getattr(torch, 'log' + '1p')(x)\n",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("doubts")
    home = course(folder / "c", "soft", SOFT, HIDDEN, TOML)
    (folder / "class").mkdir()
    for name, source in CLASS.items():
        (folder / "class" / f"{name}.py").write_text(source)
    results = grade(home, "01", [folder / "class"], folder / "out", Options(quiet=True)).results
    again = grade(home, "01", [folder / "class"], folder / "again", Options(quiet=True)).results
    return folder / "out", *({r.submission: r.exercises[0] for r in some} for some in (results, again))


def test_the_points_stand_and_staff_is_told(graded):
    _, results, again = graded
    assert {name: e.earned for name, e in results.items()} == {
        "plain": 2.0,
        "looked_up": 2.0,
        "unused_alias": 2.0,
        "below": 2.0,
        "caught": 0.0,
        "wrong": 0.0,
    }
    told = {name for name, e in results.items() if e.for_staff}
    assert told == {"looked_up", "unused_alias", "below"}
    assert results["caught"].tests[0].outcome == "forbidden"
    assert "line 2 of soft" in results["looked_up"].for_staff[0]
    assert {name: e.for_staff for name, e in again.items()} == {name: e.for_staff for name, e in results.items()}


def test_staff_sees_it_and_the_student_does_not(graded):
    out, *_ = graded
    assert json.loads((out / "below/results.json").read_text())["exercises"][0]["for_staff"]
    page = (out / "index.html").read_text()
    assert "look at it" in page and "goes below the functions of torch" in page
    for name in CLASS:
        for file in ("feedback.html", "feedback.json"):
            assert "may use what is not allowed" not in (out / name / file).read_text()
