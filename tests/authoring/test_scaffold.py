"""`gradmark init`: a complete course in an empty folder."""

from __future__ import annotations

import csv
import os
import stat
import subprocess
import sys
import zipfile

import pytest
from typer.testing import CliRunner

from autograder.authoring.new_concept import new_assignment, new_concept
from autograder.authoring.release import make_release
from autograder.authoring.scaffold import init_course, reuse_assignments
from autograder.authoring.template import package_folder
from autograder.cli import app
from autograder.course.load import find_course
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.secret import course_secret
from autograder.course.source import read_module
from autograder.errors import UserError
from autograder.runs.audit import unproven


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
    assert "torch" not in (report.path / "requirements.txt").read_text()
    assert "In grading there are `numpy`, `einops`, `jaxtyping`, `scipy`" in (report.path / "README.md").read_text()


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
    done = subprocess.run([*command, *files], cwd=course.root, env=environment, capture_output=True, text=True)
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


# --- assignments of another course ---------------------------------------------------------------------------------


def test_assignments_of_another_course_are_released_there_on_their_proof(our_course, tmp_path, monkeypatch):
    """In one command, from inside the course that has them; nothing is audited again."""
    monkeypatch.chdir(our_course.root)
    done = CliRunner().invoke(app, ["init", str(tmp_path / "mine"), "--from-course", "04,06"])
    assert done.exit_code == 0 and done.output.count("with its proof") == 2, (done.output, done.exception)
    course = find_course(tmp_path / "mine")
    assert [a.number for a in course.assignments()] == ["04", "06"]
    ours, theirs = (c.assignment("06") for c in (our_course, course))
    assert files_of(ours.folder) == files_of(theirs.folder) and files_of(ours.reference) == files_of(theirs.reference)
    secret = course.root / ".gradmark" / "secret"
    assert secret.is_file() and not (course.root / "gradmark.toml").exists()
    assert secret.read_text() != course_secret(our_course).hex() + "\n"
    for number in ("04", "06"):
        here, there = (unproven(c.assignment(number).select()) for c in (our_course, course))
        assert there.refusals == [] and there.new == here.new, (there.refusals, there.new)
    monkeypatch.chdir(tmp_path)
    released = CliRunner().invoke(app, ["release", "06", "--course", str(course.root), "--out", str(tmp_path / "dist")])
    assert released.exit_code == 0, (released.output, released.exception)


def test_a_zip_of_a_course_serves_as_well(tmp_path):
    source = init_course(tmp_path / "source")
    packed = tmp_path / "course.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(p for p in source.root.rglob("*") if p.is_file()):
            archive.write(path, f"course-main/{path.relative_to(source.root)}")
        archive.writestr("course-main/assignments/../../../escaped.py", "print('out')")
        archive.writestr("course-main/assignments/01_example/__pycache__/x.pyc", "no")
    made, chosen = reuse_assignments(tmp_path / "mine", ["all"], packed)
    assert [a.name for a in chosen] == ["01_example"]
    assert files_of(made.root / "reference") == files_of(source.root / "reference")
    assert not list(tmp_path.rglob("escaped.py")) and not list(made.root.rglob("*.pyc"))
    assert (made.root / ".gradmark/secret").read_text() != (source.root / ".gradmark/secret").read_text()


def test_reuse_adds_to_a_course_and_never_overwrites(tmp_path):
    mine = init_course(tmp_path / "mine")
    other = init_course(tmp_path / "other")
    new_assignment(other, "02_layers", "Layers", status="draft")
    new_concept(other, "02", "relu")
    reuse_assignments(mine.root, ["02"], other.root)
    assert [a.name for a in mine.assignments()] == ["01_example", "02_layers"]
    before = files_of(mine.root)
    for wanted, words in (
        (["01"], "has 01_example already"),
        (["02"], "has 02_layers already"),
        (["09"], "no assignment '09'"),
    ):
        with pytest.raises(UserError, match=words):
            reuse_assignments(mine.root, wanted, other.root)
    assert files_of(mine.root) == before
    (tmp_path / "no.zip").write_bytes(b"PK?")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("readme.txt", "nothing")
    for name, words in (("no.zip", "neither the folder"), ("empty.zip", "holds no course"), ("gone", "does not exist")):
        with pytest.raises(UserError, match=words):
            reuse_assignments(tmp_path / "third", ["01"], tmp_path / name)


def test_new_starts_an_assignment_whose_name_is_new(tmp_path):
    """`gradmark init` and `gradmark new` write the same places."""
    course = init_course(tmp_path / "mine")
    done = CliRunner().invoke(app, ["new", "02_layers", "relu", "--course", str(course.root)])
    assert done.exit_code == 0, (done.output, done.exception)
    parts = lambda number, concept: {
        p.relative_to(course.assignment(number).folder / concept).as_posix().replace("logaddexp", "another_way")
        for p in (course.assignment(number).folder / concept).rglob("*.py")
    }
    assert parts("01", "softplus") == parts("02", "relu")
    assert course.assignment("02").status == "draft" and course.assignment("02").topic == "layers"
    for name, words in (("02_other", "02_layers already"), ("03_layers", "02_layers already"), ("3_x", "no assignment")):
        refused = CliRunner().invoke(app, ["new", name, "tanh", "--course", str(course.root)])
        assert isinstance(refused.exception, UserError) and words in str(refused.exception)


def files_of(folder):
    skipped = ("__pycache__", ".gradmark")
    found = (p for p in folder.rglob("*") if p.is_file() and not set(skipped) & set(p.parts))
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}
