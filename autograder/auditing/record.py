"""What an audit has found out about one exercise, and the file it is kept in."""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from autograder.auditing.engine import engine_digest
from autograder.auditing.subjects import Subject
from autograder.basics.files import replace_text
from autograder.course import Assignment, Course, Exercise
from autograder.grading.allowance import AUDIT_FOLDER
from autograder.suites.outcome import Outcome
from autograder.suites.reference import suite_version

FOLDER = AUDIT_FOLDER
FORMAT = 3

LETTERS = {
    Outcome.PASSED: ".",
    Outcome.FAILED: "F",
    Outcome.ERROR: "E",
    Outcome.TIMEOUT: "T",
    Outcome.MEMORY: "M",
    Outcome.FORBIDDEN: "X",
    Outcome.INCONCLUSIVE: "?",
}
UNWRITTEN = "N"
"""The letter of a test that met `raise NotImplementedError`."""
LEFT_OUT = "-"
"""The letter of a test that was not run, since another had already failed the subject on this seed."""
NO_FAILURE = frozenset({LETTERS[Outcome.PASSED], LEFT_OUT})


class SubjectRecord(BaseModel):
    kind: str
    id: str
    digest: str
    same_as: str | None = None
    outcomes: dict[int, str] = Field(default_factory=dict)
    """Seed number -> one letter per test, in the order of the suite."""
    hints: dict[int, str] = Field(default_factory=dict)
    """Seed number -> the mistakes whose hints were given, separated by blanks."""
    example: str = ""
    """One failure, for the person who mends the suite."""
    earned: float = 0.0
    """Greatest share of the points over the seeds."""
    measured: dict[str, dict[int, float]] = Field(default_factory=dict)
    """Name of a threshold -> seed number -> what was measured."""
    harmless: list[int] = Field(default_factory=list)
    """Of a generic blunder: seeds on which nothing that the suite asks for could show it."""
    forbidden: str = ""
    """Why grading would not even run it."""

    def failed_on(self, test: int) -> int:
        return sum(o[test] not in NO_FAILURE for o in self.outcomes.values())

    def tried_on(self, test: int) -> int:
        return sum(o[test] != LEFT_OUT for o in self.outcomes.values())

    @property
    def survived(self) -> list[int]:
        """Seeds on which every test passed."""
        return sorted(n for n, o in self.outcomes.items() if set(o) <= {"."})


class MutantRecord(BaseModel):
    id: str
    kind: str
    line: int
    digest: str
    verdict: Literal["killed", "survived", "equivalent"]
    draws: int
    """Draws it took to kill it, or that it survived."""
    outcomes: str
    """One letter per test, on the draw that killed it."""
    difference: float = 0.0
    """Of a survivor: how far its answers are from the reference's, relative to their size."""
    diff: str = ""


class AuditRecord(BaseModel):
    format: int = FORMAT
    key: str
    exercise: str
    tests: list[str] = Field(default_factory=list)
    subjects: dict[str, SubjectRecord] = Field(default_factory=dict)
    hints_key: str = ""
    """Which mistakes the hints were matched against."""
    mutants_key: str = ""
    """The text and the edits that the mutants were made from; empty until all of them were tried."""
    mutants: dict[str, MutantRecord] = Field(default_factory=dict)
    thresholds: dict[str, str] = Field(default_factory=dict)
    """Name of a threshold -> "at least 0.92"."""
    threshold_tests: list[str] = Field(default_factory=list)
    """Tests that ask for one."""
    suite: str = ""
    """Version of the suite that this is about. Grading reads it, and `cpu`, to know what the reference needs."""
    definitions: list[str] = Field(default_factory=list)
    """Tests that ask for the thing itself."""
    guards: list[str] = Field(default_factory=list)
    """Tests that even an empty answer passes: they count only together with a definition."""
    cpu: dict[str, float] = Field(default_factory=dict)
    """Test -> greatest CPU seconds that the reference used in it."""
    spent: float = 0.0
    """Seconds that this audit took so far."""

    def row(self, subject: Subject) -> SubjectRecord:
        if subject.key not in self.subjects:
            self.subjects[subject.key] = SubjectRecord(
                kind=subject.kind, id=subject.id, digest=subject.digest, same_as=subject.same_as
            )
        return self.subjects[subject.key]

    def keep_only(self, subjects: list[Subject], hints_key: str) -> None:
        """Forgets what was changed or taken away since."""
        current = {s.key: s for s in subjects}
        self.subjects = {k: r for k, r in self.subjects.items() if k in current and r.digest == current[k].digest}
        for key, row in self.subjects.items():
            row.same_as = current[key].same_as
        if hints_key != self.hints_key:
            self.hints_key = hints_key
            for row in self.subjects.values():
                row.hints = {}

    def missing(self, subject: Subject, seeds: int, hinted: int = 0) -> list[int]:
        """The seeds it was not tried on yet, or, among the first `hinted`, without its hint."""
        row = self.subjects.get(subject.key)
        if row is None:
            return list(range(seeds))
        return [n for n in range(seeds) if n not in row.outcomes or (n < hinted and n not in row.hints)]


def hints_key(subjects: list[Subject]) -> str:
    parts = [f"{s.id} {s.digest} {s.same_as}" for s in subjects if s.kind == "mistake"]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def exercise_key(course: Course, assignment: Assignment, exercise: Exercise) -> str:
    """Of everything that decides an outcome but the subjects, which have digests of their own."""
    parts = [
        str(FORMAT),
        exercise.id,
        suite_version(assignment, exercise),
        engine_digest(),
        *versions(),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def versions() -> list[str]:
    found = [f"python {sys.version_info.major}.{sys.version_info.minor}"]
    for package in ("numpy", "torch"):
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"no {package}")
    return found


def record_path(course: Course, assignment: Assignment, exercise: str) -> Path:
    return course.root / FOLDER / assignment.name / f"{exercise}.json"


def load_record(course: Course, assignment: Assignment, exercise: Exercise) -> AuditRecord:
    """What is kept and still true; an empty record where nothing is."""
    key = exercise_key(course, assignment, exercise)
    try:
        text = record_path(course, assignment, exercise.id).read_text(encoding="utf-8")
        kept = AuditRecord.model_validate_json(text)
        if kept.format == FORMAT and kept.key == key:
            kept.suite = suite_version(assignment, exercise)  # part of the key
            return kept
    except (OSError, UnicodeDecodeError, ValidationError):
        pass
    return AuditRecord(key=key, exercise=exercise.id, suite=suite_version(assignment, exercise))


def save_record(course: Course, assignment: Assignment, record: AuditRecord) -> None:
    path = record_path(course, assignment, record.exercise)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_text(path, record.model_dump_json())
