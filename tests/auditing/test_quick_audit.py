"""The audit that is part of every test run: this course's suites, as far as two minutes go."""

from __future__ import annotations

from pathlib import Path

from autograder.course import find_course
from autograder.runs.quick_audit import changed_exercises, quick_audit

ROOT = Path(__file__).parents[2]


def test_the_suites_of_this_course_hold():
    found = quick_audit(find_course(ROOT), budget_seconds=90)
    assert found.verdicts, "no exercise was audited"
    assert found.refusals == []


def test_what_changed_is_audited_thoroughly_and_the_sample_rotates(workshop, monkeypatch):
    monkeypatch.setattr("autograder.runs.quick_audit.SAMPLE", 1)
    for name in ("one", "two"):
        workshop.copy(name)
        workshop.append("hidden", name, f"\n\ndef test_idle(student):\n    student.{name}(1.0)\n")
    first = quick_audit(workshop.course, changed=["two"], jobs=2, day=0)
    assert first.thorough == ["two", "softplus"]
    assert first.left_out == []
    # Only where mutants were tried is it certain that a test proves nothing.
    assert first.refusals == ["two: no mistake or mutant fails two::test_idle: it proves nothing"]
    again = quick_audit(workshop.course, changed=["two"], jobs=2, day=1)
    assert again.thorough == ["two", "one"]
    assert len(again.refusals) == 2


def test_nothing_is_started_after_the_budget(workshop):
    found = quick_audit(workshop.course, changed=[], budget_seconds=0)
    assert found.verdicts == [] and found.left_out == ["softplus"]


def test_changed_exercises_come_from_git(workshop):
    import subprocess

    def git(*arguments):
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
        subprocess.run(command, cwd=workshop.course.root, check=True, capture_output=True)

    workshop.copy("other")
    git("init")
    git("add", ".")
    git("commit", "-m", "one")
    (workshop.course.root / "README.md").write_text("changed")
    git("commit", "-am", "two")
    chosen = [(a, e) for a in workshop.course.assignments() for e in a.exercise]
    assert changed_exercises(workshop.course, chosen) == set()
    workshop.append("mistakes", "other", "\n# new\n")
    assert changed_exercises(workshop.course, chosen) == {"other"}
