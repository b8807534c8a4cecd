"""`gradmark init`: a complete course in an empty folder."""

from __future__ import annotations

import csv
import os
import stat
import subprocess
import sys

import pytest

from autograder.authoring.release import make_release
from autograder.authoring.scaffold import init_course
from autograder.authoring.template import package_folder
from autograder.course.load import find_course
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.source import read_module
from autograder.errors import UserError


def test_new_course_is_found_and_complete(tmp_path):
    init_course(tmp_path / "mine")
    course = find_course(tmp_path / "mine" / "assignments" / "01_example")
    assert [a.name for a in course.assignments()] == ["01_example"]
    assert ".gradmark/" in (course.root / ".gitignore").read_text().splitlines()
    secret = course.root / ".gradmark" / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600 and len(secret.read_text().strip()) == 64
    assert "gradmark grade" in (course.root / "README.md").read_text()


def test_two_courses_have_two_secrets(tmp_path):
    secrets = {(init_course(tmp_path / n).root / ".gradmark" / "secret").read_text() for n in ("a", "b")}
    assert len(secrets) == 2


def test_example_mistakes_apply_and_differ(tmp_path):
    import numpy as np

    course = init_course(tmp_path / "mine")
    exercise = course.assignment("01").get("softplus")
    source = read_module(course.assignment("01").reference, "softplus")
    x = np.array([-50.0, -1.0, 2.0, 900.0])
    right = np.logaddexp(0, x)
    mistakes = load_mistakes(course.assignment("01"), exercise)
    assert len(mistakes) == 3
    for mistake in mistakes:
        space: dict = {}
        exec(apply_mistake(source, exercise, mistake), space)
        with np.errstate(over="ignore"):
            assert not np.allclose(space["softplus"](x), right, rtol=1e-9, atol=0), mistake.id


def test_example_can_be_released(tmp_path):
    course = init_course(tmp_path / "mine")
    report = make_release(course, course.assignment("01").select(), tmp_path / "dist")
    assert "torch" not in (report.path / "requirements.txt").read_text().split()
    assert (
        "In grading there are `numpy`, `einops`, `jaxtyping`, `scipy`"
        in (report.path / "README.md").read_text()
    )


def test_grading_works_at_once(tmp_path):
    """The reference and the other right way get full points, the stub none."""
    course = init_course(tmp_path / "mine")
    report = make_release(course, course.assignment("01").select(), tmp_path / "dist")
    right = [
        course.assignment("01").concept("softplus").reference,
        *(course.root / "assignments").rglob("logaddexp.py"),
    ]
    command = [sys.executable, "-m", "autograder", "grade", "01", "--out", str(tmp_path / "out")]
    files = [str(p) for p in [*right, report.path / "01_example.ipynb"]]
    environment = {**os.environ, "PYTHONPATH": str(package_folder().parent)}
    done = subprocess.run(
        [*command, *files], cwd=course.root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    with (tmp_path / "out" / "grades.csv").open() as table:
        scores = {row["submission"]: float(row["score"]) for row in csv.DictReader(table)}
    assert scores == {"softplus": 5, "logaddexp": 5, "01_example": 0}


def test_folder_in_use_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UserError, match="not empty"):
        init_course(tmp_path)
    with pytest.raises(UserError, match="is a file"):
        init_course(tmp_path / "notes.txt")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["notes.txt"]
