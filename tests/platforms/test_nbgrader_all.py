"""Further selections through nbgrader, and the attack corpus's classics: everything that is too slow for every day."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.release import make_release
from autograder.course import Course
from autograder.reports.feedback import one_reason
from tests.course_samples import COURSE, a_written_test, varied_of_all
from tests.platforms.conftest import KINDS, Class, grade_class
from tests.platforms.nbgrader_course import NbGraderCourse, code, is_test, marks
from tests.platforms.twenty import TWENTY

sys.path.insert(0, str(Path(__file__).parent.parent / "attacks"))
import corpus
from course import SOLUTIONS, Target, make_target
from harness import Graded, marked_files
from judging import judge

pytestmark = pytest.mark.slow


# --- other selections -------------------------------------------------------------------------------------------


WITH_SETS = [(a.name, {"set_name": next(iter(a.sets))}) for a in COURSE.assignments() if a.sets]


@pytest.mark.parametrize(
    ("assignment", "chosen"),
    [*WITH_SETS[:1], *((name, {"only": only}) for name, only in [a_written_test(), *varied_of_all()])],
)
def test_scores_of_a_selection(our_course: Course, tmp_path: Path, assignment: str, chosen: dict[str, Any]) -> None:
    selection = our_course.assignment(assignment).select(**chosen)
    students = Class(our_course, selection)
    made = make_release(our_course, selection, tmp_path / "dist", format="nbgrader", allow_draft=True)
    course = NbGraderCourse.made_from(made.instructor, tmp_path / "course", selection.assignment.name)
    truth = grade_class(our_course, students, course.released, tmp_path / "truth")
    for kind in KINDS:
        students.hand_in(course.released, kind, course.place(kind))
    course.run("autograde", course.name)
    course.run("generate_feedback", course.name)
    rows = course.exported()
    for kind, result in truth.items():
        own = course.scores(kind)
        assert {e.id: own[e.id] for e in result.exercises} == pytest.approx(
            {e.id: e.earned for e in result.exercises}, abs=1e-6
        )
        assert float(rows[kind]["score"]) == pytest.approx(result.score, abs=1e-6)
        words = html.unescape(re.sub(r"<[^>]+>", "", course.feedback(kind)))
        for e in result.exercises:  # what all tests of an exercise failed for is said once, without their names
            said = [e.tests[0].reason] if one_reason(e) else [t.title.rstrip(".") for t in e.tests if not t.passed]
            assert [line for line in said if line.replace("`", "") not in words] == []  # code is rendered as such


def test_a_notebook_that_is_not_ours_runs_only_where_that_is_asked_for(our_course: Course, tmp_path: Path) -> None:
    selection = our_course.assignment("04").select(["soft_threshold"])
    made = make_release(our_course, selection, tmp_path / "dist", format="nbgrader", allow_draft=True)
    course = NbGraderCourse.made_from(made.instructor, tmp_path / "course", selection.assignment.name)
    facts = {
        "schema_version": 3,
        "grade_id": "t",
        "grade": True,
        "locked": True,
        "solution": False,
        "points": 1,
    }
    cells = [code("1 / 2", nbgrader={**facts, "task": False})]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": kernel, "cells": cells}
    for place in ("source/other", "submitted/jane/other"):
        (course.folder / place).mkdir(parents=True)
        (course.folder / place / "other.ipynb").write_text(json.dumps(notebook))
    course.run("generate_assignment", "other")
    assert "run_others = True" in course.run("autograde", "other", fails=True)
    course.run("autograde", "other", "--GradeInJail.run_others=True")
    with course.gradebook() as gradebook:
        assert gradebook.find_grade("t", "other", "other", "jane").auto_score == 0.5


def test_the_documented_commands_run_as_written(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "bridges_nbgrader.md").read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)
    commands = [line.strip() for line in prose.splitlines() if line.startswith("    ")]
    assert commands.pop(0).startswith("pip install") and len(commands) > 12
    tools = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "OMP_NUM_THREADS": "1",
    }
    done = subprocess.run(["bash", "-e"], input="\n".join(commands), cwd=tmp_path, env=tools, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = (tmp_path / "class" / "grades.csv").read_text().splitlines()
    assert rows[1].startswith("01_example,") and ",jane," in rows[1]
    assert (tmp_path / "class" / "feedback" / "jane" / "01_example" / "01_example.html").is_file()


# --- attacks ----------------------------------------------------------------------------------------------------


class AttackedCourse(Target):
    """The course that the corpus aims at, graded by nbgrader."""

    @property
    def out(self) -> Path:
        return self.root / "nbgrader" / "gradmark" / "01_targets"

    @property
    def submissions(self) -> Path:
        return self.root / "nbgrader" / "submitted"

    @property
    def paths(self) -> dict[str, str]:
        return {**super().paths, "gradebook": str(self.root / "nbgrader" / "gradebook.db")}


def filled(released: Path, answers: dict[str, str], imports: str) -> Any:
    """The released notebook with these answers, and this in place of its imports."""
    notebook = json.loads(released.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        name = marks(cell).get("grade_id", "").removesuffix("-code")
        if not is_test(cell) and name in SOLUTIONS:
            cell["source"] = answers.get(name, "")
        elif "imports" in cell["metadata"].get("tags", []):
            cell["source"] = imports
    return notebook


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Graded, NbGraderCourse]:
    root = tmp_path_factory.mktemp("attacked")
    for folder in (root, *root.parents[:2]):
        folder.chmod(0o755)
    target = AttackedCourse(root, make_target(root).canaries)
    text = "# Targets\n\n" + "\n\n".join(f"<!-- exercise: {name} -->" for name in SOLUTIONS)
    (target.course / "assignments" / "01_targets" / "notebook.md").write_text(text)
    assignment = Course(target.course).assignment("01")
    made = make_release(Course(target.course), assignment.select(), root / "dist", format="nbgrader")
    course = NbGraderCourse.made_from(made.instructor, root / "nbgrader", "01_targets")
    imports = "import numpy as np\nimport torch"
    attacks = [a for a in corpus.ATTACKS if a.name in TWENTY]
    assert len(attacks) == len(TWENTY)
    before = marked_files(target)
    for attack in attacks:
        source = attack.files(target.paths)[".py"].decode()
        course.hand_in(attack.name, filled(course.released, {}, source))
    for honest in ("a_honest", "z_honest"):
        course.hand_in(honest, filled(course.released, SOLUTIONS, imports))
    # A module beside the notebook must not come in numpy's place.
    course.hand_in("m_beside", filled(course.released, SOLUTIONS, imports))
    (course.place("m_beside").parent / "numpy.py").write_text("raise SystemExit(0)")
    secrets = {"GRADMARK_CANARY": target.canaries["environment"], "HOME": str(target.home)}
    log = course.run("autograde", course.name, **secrets)
    course.run("generate_feedback", course.name, **secrets)
    left = sorted(marked_files(target) - before)
    names = {a.name: a.name for a in attacks}
    return Graded(target, 0, False, 0.0, log, 0, [], left, [], [], names, ["a_honest", "z_honest"]), course


@pytest.mark.parametrize("name", TWENTY)
def test_no_attack_succeeds_through_nbgrader(attacked: tuple[Graded, NbGraderCourse], name: str) -> None:
    graded, course = attacked
    attack = next(a for a in corpus.ATTACKS if a.name == name)
    assert judge(graded, attack) == []
    assert sum(course.scores(name).values()) <= attack.honest + 1e-9
    page = course.feedback(name)
    assert not [place for place, canary in graded.target.canaries.items() if canary in page]


@pytest.mark.parametrize("student", ["a_honest", "m_beside", "z_honest"])
def test_the_others_get_what_they_earned(attacked: tuple[Graded, NbGraderCourse], student: str) -> None:
    graded, course = attacked
    with course.gradebook() as gradebook:
        found = gradebook.find_submission(course.name, student)
        assert found.score == found.max_score == 19
    assert graded.left_files == []
