"""Runs the suite of an exercise on every subject and seed, in this process: all of it is trusted code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.auditing.subjects import Subject, subjects_of
from autograder.course import Exercise
from autograder.course.secret import seed_for
from autograder.grading.diagnose import Diagnosis, TestRun
from autograder.grading.grade import Grading


@dataclass
class SubjectAudit:
    """One subject over all seeds."""

    subject: Subject
    seeds: int = 0
    survived: list[int] = field(default_factory=list)
    """Seeds on which every test passed."""
    failed: dict[str, int] = field(default_factory=dict)
    """Test id -> on how many seeds it failed."""
    hinted: int = 0
    misled: dict[str, int] = field(default_factory=dict)
    """Another mistake's id -> how often its hint was given instead."""
    example: str = ""
    """One failure, for whoever has to mend it."""
    passed_by_stub: set[str] = field(default_factory=set)


@dataclass
class ExerciseAudit:
    exercise: str
    tests: list[str]
    seeds: int
    subjects: list[SubjectAudit] = field(default_factory=list)

    @property
    def false_failures(self) -> list[SubjectAudit]:
        return [s for s in self.subjects if s.subject.is_right and s.failed]

    @property
    def missed(self) -> list[SubjectAudit]:
        return [s for s in self.subjects if s.subject.kind in ("mistake", "mutant") and s.survived]

    @property
    def poorly_hinted(self) -> list[SubjectAudit]:
        mistakes = [s for s in self.subjects if s.subject.kind == "mistake"]
        return [s for s in mistakes if s.hinted < 0.95 * s.seeds or s.misled]

    @property
    def stub_scores(self) -> bool:
        return any(s.subject.kind == "stub" and s.passed_by_stub for s in self.subjects)

    @property
    def idle_tests(self) -> list[str]:
        """Tests that no mistake or mutant ever fails: they prove nothing."""
        wrong = [s for s in self.subjects if s.subject.kind in ("mistake", "mutant")]
        return [t for t in self.tests if not any(s.failed.get(t) for s in wrong)]


def audit_exercise(
    grading: Grading,
    exercise: Exercise,
    seeds: int,
    step: Callable[[], None] = lambda: None,
    hints: bool = True,
) -> ExerciseAudit:
    plan = grading.plan
    tests = grading.runner.of(exercise.id)
    diagnosis = Diagnosis(grading, exercise)
    audit = ExerciseAudit(exercise.id, [t.id for t in tests], seeds)
    for subject in subjects_of(plan.course, plan.assignment, exercise):
        row = SubjectAudit(subject)
        audit.subjects.append(row)
        for number in range(1 if subject.kind == "stub" else seeds):
            runs = []
            for test in tests:
                seed = seed_for(plan.secret, plan.versions[exercise.id], f"audit {number}", test.id)
                runs.append(diagnosis.replay(f"{subject.kind}:{subject.id}", subject.text, test, seed))
            _count(row, runs, number)
            if subject.kind == "mistake" and hints and not exercise.training:
                _count_hint(row, diagnosis, runs)
            step()
    return audit


def _count(row: SubjectAudit, runs: list[TestRun], number: int) -> None:
    row.seeds += 1
    bad = [r for r in runs if r.outcome.outcome != "passed"]
    for r in bad:
        row.failed[r.test.id] = row.failed.get(r.test.id, 0) + 1
    if not bad:
        row.survived.append(number)
    elif not row.example:
        first = bad[0]
        row.example = (
            f"{first.test.id}: {first.outcome.outcome}: {first.outcome.public} {first.outcome.detail}".strip()
        )
    row.passed_by_stub |= {r.test.id for r in runs if r.outcome.outcome == "passed"}


def _count_hint(row: SubjectAudit, diagnosis: Diagnosis, runs: list[TestRun]) -> None:
    own = row.subject.same_as or row.subject.id
    given = {m.same_as or m.id for m in diagnosis.match(runs).values()}
    row.hinted += given == {own}
    for other in given - {own}:
        row.misled[other] = row.misled.get(other, 0) + 1
