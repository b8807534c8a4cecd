"""The benchmarks measure right answers: the small assignments earn full marks in every tool; the summary sees a missed bar."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BENCHMARKS = ROOT / "benchmarks"
KINDS = ("numpy", "torch")


@pytest.fixture(autouse=True)
def benchmarks_on_the_path(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.fixture
def folder(tmp_path):
    """A folder that a worker's user may look into, as a class folder is."""
    tmp_path.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_gradmark_gives_full_marks(kind, folder):
    """Two different right submissions: nine tests each, all passed, none taken from the cache."""
    from small import write_class

    write_class(kind, folder / "class", 2)
    results = grade(kind, folder)
    assert [r["score"] for r in results] == [9, 9]
    for result in results:
        outcomes = [t["outcome"] for e in result["exercises"] for t in e["tests"]]
        assert outcomes == ["passed"] * 9
        assert {e["id"] for e in result["exercises"]} <= set(result["timing"])


def test_a_wrong_answer_loses_its_exercise(folder):
    from small import write_class

    path = next(write_class("numpy", folder / "class", 1).iterdir())
    path.write_text(path.read_text().replace("x @ w + b", "x @ w"))
    (result,) = grade("numpy", folder)
    assert {e["id"]: e["earned"] for e in result["exercises"]} == {"linear_forward": 0, "softmax": 3, "batchnorm_forward": 3}


@pytest.mark.parametrize("kind", KINDS)
def test_every_tool_has_the_same_nine_checks(kind):
    """Three checks for each exercise, in the peers' list and in the hidden suites."""
    from peers import SMALL, small

    from autograder.course import Course

    exercises = Course(SMALL[kind]).assignment("01").exercise
    assignment = small(kind)
    assert [(q.name, len(q.checks)) for q in assignment.questions] == [(e.id, 3) for e in exercises]
    for exercise in exercises:
        hidden = SMALL[kind] / "assignments" / "01_small" / exercise.module / "test_hidden.py"
        assert hidden.read_text().count("\ndef test_") == 3


@pytest.mark.parametrize("kind", KINDS)
def test_the_peers_checks_pass_for_the_reference_and_fail_without_it(kind):
    """Run as they are, in this process; each check must notice an answer that is missing."""
    from peers import small

    assignment = small(kind)
    for question in assignment.questions:
        for check in question.checks:
            names: dict = {}
            exec(
                f"from __future__ import annotations\n{assignment.imports}\n{question.solution}\n{check}",
                names,
            )
            with pytest.raises(NameError, match=question.name):
                exec(f"{assignment.imports}\n{check}", {})


def test_the_summary_sees_a_missed_bar():
    from bench import table
    from run import missed

    text = table(
        ["what", "measured", "bar"],
        [["a", "7.00 ms", "6 ms"], ["b", "0.1 ms", "0.2 ms"], ["c", "+1.0 %", "5 %"]],
    )
    text += "\n\n" + table(["how", "bar", "met"], [["d", "100", "NO"], ["e", "100", "yes"]])
    assert missed(text) == ["a: 7.00 ms, bar 6 ms", "d 100 NO"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_otter_gives_full_marks(kind, tmp_path):
    pytest.importorskip("otter")
    from peers import Otter, small

    otter = Otter(small(kind), tmp_path / "otter")
    assert otter.grade(otter.submission("right", {})) == (9, 9)
    name = small(kind).questions[0].name
    wrong = otter.submission("wrong", {name: f"def {name}(*args):\n    return args[0]"})
    assert otter.grade(wrong) == (6, 9)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_nbgrader_gives_full_marks(kind, tmp_path):
    pytest.importorskip("nbgrader")
    from peers import NbGrader, small

    course = NbGrader(small(kind), tmp_path / "nbgrader")
    course.submission("right", {})
    assert course.grade("right") == (9, 9)
    name = small(kind).questions[0].name
    course.submission("wrong", {name: f"def {name}(*args):\n    return args[0]"})
    assert course.grade("wrong") == (6, 9)


@pytest.mark.slow
def test_a_small_soak_run(folder):
    """60 hand-ins with hostile ones, kills at random: one right result each."""
    from soak import soak

    report = soak(folder, 60)
    assert report.problems == []
    assert report.hits["grader"] + report.hits["zygote"] + report.hits["worker"] > 0


def grade(kind: str, folder: Path) -> list[dict]:
    from peers import SMALL

    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        "01",
        str(folder / "class"),
        "--out",
        str(folder / "out"),
        "--course",
        str(SMALL[kind]),
        "--seed",
        "0",
        "--jobs",
        "1",
        "--json",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT)})
    return [json.loads(p.read_text()) for p in sorted((folder / "out").glob("*/results.json"))]
