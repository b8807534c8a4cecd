"""The doubled course of the benchmark is a course: every assignment twice, each with its own proof."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.auditing.proof import load_proofs, standing
from autograder.course import Course

ROOT = Path(__file__).resolve().parents[2]


def test_every_assignment_is_there_twice_with_its_proof(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    sys.modules.pop("doubled_course", None)
    import doubled_course

    doubled_course.copy_project(tmp_path)
    before = Course(tmp_path).assignments()
    names = doubled_course.double(tmp_path)
    course = Course(tmp_path)
    assert len(course.assignments()) == 2 * len(before) and len({a.number for a in course.assignments()}) == 2 * len(before)
    for old, name in zip(before, names):
        new = course.assignment(name)
        assert standings(new) == standings(old)
        for path in new.reference.glob("*.py"):
            assert f"reference.{old.topic}." not in path.read_text(encoding="utf-8")


def standings(assignment):
    proofs = load_proofs(assignment)
    return {exercise.id: standing(assignment, exercise, proofs) for exercise in assignment.exercise}
