"""One exam through Gradescope's scripts, the real otter and the real nbgrader: the same scores as `gradmark exam grade`."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from nbgrader_course import NbGraderCourse
from test_gradescope import Container, image_of
from test_otter import drive

from autograder.course import Course
from autograder.exams.draw import Variant
from autograder.exams.sitting import Sitting, read_sitting
from autograder.grading.results import SubmissionResult
from autograder.platforms import exam_formats
from autograder.runs.exam_bundle import exam_bundle_files
from autograder.runs.exam_grading import grade
from autograder.runs.exams import make

STUDENTS = ("s0", "s1", "s2")
ROSTER = "id,name,email\n" + "".join(f"{s},Student {s},{s}@example.org\n" for s in STUDENTS)
EXAM = """
[exam.small]
title = "A small exam"
minutes = 20
closes = "2033-05-20T12:00"

[exam.small.points]
conv_output_size = 2
sigmoid_slope = 3
augmentation_why = 2
"""


def typed(variant: Variant, key: str) -> str:
    q = variant.question
    return repr(int(key) / 10**q.places) if q.places else key


@dataclass
class Sat:
    course: Course
    made: Path
    sitting: Sitting
    hand_ins: Path
    expected: dict[str, SubmissionResult]


@pytest.fixture(scope="module")
def sat(our_course: Course, tmp_path_factory: pytest.TempPathFactory) -> Sat:
    """s0 has all right, s1 makes a listed mistake, s2 hands in what cannot be read; the text is answered by s0 alone."""
    root = tmp_path_factory.mktemp("course")
    (root / "assignments").mkdir()
    for path in (our_course.root / "assignments").iterdir():
        if path.name != "exams.toml":
            (root / "assignments" / path.name).symlink_to(path)
    (root / "reference").symlink_to(our_course.root / "reference")
    (root / "assignments" / "exams.toml").write_text(EXAM, encoding="utf-8")
    (root / "roster.csv").write_text(ROSTER, encoding="utf-8")
    course = Course(root)
    made = make(course, "small", root / "roster.csv", root / "exams").out
    exam_formats.build(["nbgrader"], made, read_sitting(course, made))
    sitting = read_sitting(course, made)
    hand_ins = root / "in"
    hand_ins.mkdir()
    for number, (candidate, variants) in enumerate(sitting.all_variants()):
        notebook = json.loads((made / "students" / candidate.folder / "small.ipynb").read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            name = cell["metadata"].get("gradmark", {}).get("answer", "")
            if not name:
                continue
            variant = variants[int(name[1:]) - 1]
            if variant.question.kind == "text":
                cell["source"] = "Flips, *since* 6 and 9 differ." if number == 0 else cell["source"]
            elif number == 0:
                cell["source"] = f"{name} = {typed(variant, variant.right)}"
            elif number == 1:
                cell["source"] = f"{name} = {typed(variant, variant.misconceptions[0].key)}"
            else:
                cell["source"] = f"{name} = __import__('os').getcwd()"
        (hand_ins / f"{candidate.key}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    done = grade(course, made, [hand_ins], root / "graded", now=3e9)
    from autograder.gradebook.book import Gradebook

    with Gradebook(done.out) as book:
        results = [SubmissionResult.model_validate(r) for r in book.results().values()]
    expected = {r.submission: r for r in results}
    assert [expected[s].score for s in STUDENTS][::2] == [5.0, 0.0]
    return Sat(course, made, sitting, hand_ins, expected)


def test_a_bundle_holds_the_questions_of_its_exam_and_no_suite(sat: Sat) -> None:
    files = exam_bundle_files(sat.made, sat.sitting)
    assert not [name for name in files if "test_" in name]
    text = "".join(content.decode() for name, content in files.items() if name.endswith("questions.toml"))
    assert text.count("[[question]]") == 3 and "exams.toml" not in " ".join(files)


@pytest.fixture(scope="module")
def container(sat: Sat, tmp_path_factory: pytest.TempPathFactory) -> Container:
    (path,) = exam_formats.build(["gradescope"], sat.made, sat.sitting)
    assert path.stat().st_mode & 0o077 == 0
    return image_of(path, tmp_path_factory.mktemp("gradescope"))


@pytest.mark.slow
def test_gradescope_gives_the_same_scores_and_shows_nothing_before_it_closes(sat: Sat, container: Container) -> None:
    for student in STUDENTS:
        whose = {"users": [{"id": 17, "name": "Whoever", "email": f"{student}@example.org"}]}
        (container.root / "submission_metadata.json").write_text(json.dumps(whose), encoding="utf-8")
        found = container.grade({"small.ipynb": (sat.hand_ins / f"{student}.ipynb").read_bytes()})
        assert found["score"] == sat.expected[student].score
        judged = [test for test in found["tests"] if "written" not in test["tags"]]
        assert [test["score"] for test in judged] == [e.earned for e in sat.expected[student].exercises]
        assert {test["visibility"] for test in found["tests"]} == {found["visibility"]} == {"after_due_date"}
        (text,) = [test for test in found["tests"] if "written" in test["tags"]]
        assert text["output"] == ("not read yet" if student == "s0" else "there is no answer")
        assert "exercises" not in found["extra_data"]


@pytest.mark.slow
def test_gradescope_does_not_grade_the_notebook_of_somebody_else(sat: Sat, container: Container) -> None:
    whose = {"users": [{"id": 17, "name": "Student s1", "email": "s1@example.org"}]}
    (container.root / "submission_metadata.json").write_text(json.dumps(whose), encoding="utf-8")
    found = container.grade({"small.ipynb": (sat.hand_ins / "s0.ipynb").read_bytes()})
    assert found["score"] == 0 and "questions of s0" in found["tests"][-1]["output"]
    assert found["tests"][-1]["visibility"] == "hidden"


@pytest.mark.slow
def test_otter_gives_the_same_scores_and_runs_nothing(sat: Sat) -> None:
    (path,) = exam_formats.build(["otter"], sat.made, sat.sitting)
    with zipfile.ZipFile(path) as archive:
        assert {"tests/sigmoid_slope.py", "otter_config.json"} <= set(archive.namelist())
    found = drive(path, *(sat.hand_ins / f"{student}.ipynb" for student in STUDENTS))
    for student in STUDENTS:
        said: dict[str, Any] = found[str(sat.hand_ins / f"{student}.ipynb")]
        assert said["total"] == pytest.approx(sat.expected[student].score)
        assert said["scores"] == pytest.approx({e.id: e.earned for e in sat.expected[student].exercises})
        assert said["possible"] == 5


@pytest.mark.slow
def test_nbgrader_gives_the_same_scores_to_everybodys_own_notebook(sat: Sat) -> None:
    course = NbGraderCourse(sat.made / "staff" / "nbgrader", "small")
    course.run("generate_assignment", "small")
    released = course.released.read_text(encoding="utf-8")
    assert "1 point" not in released and "BEGIN SOLUTION" not in released
    for student in STUDENTS:
        course.hand_in(student, json.loads((sat.hand_ins / f"{student}.ipynb").read_text(encoding="utf-8")))
    course.run("autograde", "small")
    for student in STUDENTS:
        scores = course.scores(student)
        assert {e.id: scores[e.id] for e in sat.expected[student].exercises} == pytest.approx(
            {e.id: e.earned for e in sat.expected[student].exercises}
        )
        with course.gradebook() as gradebook:
            text = gradebook.find_grade("augmentation_why-answer", "small", "small", student)
            assert bool(text.needs_manual_grade) == (student == "s0")
