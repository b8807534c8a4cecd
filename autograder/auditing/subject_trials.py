"""Runs the suite of one exercise on every subject and seed that its record still lacks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from autograder.auditing.exercise_trial import HINTED, Trial, example, letters
from autograder.auditing.mutant_trials import mutants_key, try_mutants
from autograder.auditing.record import NO_FAILURE, AuditRecord, SubjectRecord, hints_key
from autograder.auditing.subjects import Subject, subjects_of
from autograder.course import Assignment, Course, Exercise
from autograder.course.source import ModuleSource, read_module
from autograder.suites.examiner import TestRun

STAND_IN_SEEDS = 3
GENERIC_SEEDS = 2
"""Of a blunder that fits any function: what is asked is whether a draw shows it at all. Training: 1."""
SAVE_SECONDS = 2.0


@dataclass(frozen=True)
class Wanted:
    """How much of an audit is asked for."""

    seeds: int = 200
    training_seeds: int | None = None
    """For exercises that train; by default a tenth."""
    mutants: bool = True

    def seeds_of(self, exercise: Exercise) -> int:
        if not exercise.training:
            return self.seeds
        return self.training_seeds if self.training_seeds is not None else max(1, self.seeds // 10)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Work:
    """What is left to do for one exercise."""

    subjects: list[Subject]
    source: ModuleSource
    seeds: int
    hints: bool
    mutants: bool

    @property
    def mistakes(self) -> list[Subject]:
        return [s for s in self.subjects if s.kind == "mistake"]

    @property
    def hinted(self) -> int:
        """Seeds on which a mistake's hint is asked for."""
        return min(self.seeds, HINTED) if self.hints else 0

    def seeds_for(self, subject: Subject) -> int:
        generic = min(self.seeds, GENERIC_SEEDS if self.hints else 1)
        few = {
            "stub": 1,
            "degenerate": GENERIC_SEEDS,
            "reworded": min(self.seeds, STAND_IN_SEEDS),
            "attack": min(self.seeds, STAND_IN_SEEDS),
            "generic": generic,
        }
        if subject.same_numbers and not self.hints:
            return min(self.seeds, STAND_IN_SEEDS)
        return few.get(subject.kind, self.seeds)

    def steps(self, record: AuditRecord) -> int:
        """Subject-seeds to run, and one for each mutant (a guess, until they are made)."""
        runs = sum(
            len(record.missing(s, self.seeds_for(s), self.hinted if s.kind in ("mistake", "reworded") else 0))
            for s in self.subjects
        )
        return runs + (30 if self.mutants else 0)


def work_for(course: Course, assignment: Assignment, exercise: Exercise, wanted: Wanted, record: AuditRecord) -> Work:
    """Compares what is wanted with what the record holds; outdated parts of the record are dropped."""
    subjects = subjects_of(course, assignment, exercise)
    record.keep_only(subjects, hints_key(subjects))
    source = read_module(assignment.reference, exercise.module)
    mutants = wanted.mutants and exercise.has_mutants and record.mutants_key != mutants_key(source)
    return Work(subjects, source, wanted.seeds_of(exercise), not exercise.training, mutants)


def audit_exercise(
    trial: Trial,
    record: AuditRecord,
    work: Work,
    save: Callable[[], None] = lambda: None,
    step: Callable[[int], None] = lambda count: None,
) -> None:
    """Fills the record. Whatever ends it, what was found out so far is saved."""
    start = saved = time.monotonic()
    spent = record.spent
    record.tests = [t.id for t in trial.tests]
    trial.cpu.update(record.cpu)
    record.definitions, record.guards = trial.kinds()
    try:
        for number in range(max(work.seeds, STAND_IN_SEEDS)):
            for subject in work.subjects:
                late = subject.kind in ("mistake", "reworded")
                if not late and number in record.missing(subject, work.seeds_for(subject)):
                    _try(trial, record, subject, number)
                    step(1)
            _mistakes(trial, record, work, number, step)
            _reworded(trial, record, work, number, step)
            trial.forget()
            record.spent = spent + time.monotonic() - start
            if time.monotonic() - saved > SAVE_SECONDS:
                save()
                saved = time.monotonic()
        if work.mutants:
            known = {s.text for s in work.mistakes}

            def stepped(count: int) -> None:
                nonlocal saved
                step(count)
                if time.monotonic() - saved > SAVE_SECONDS:
                    save()
                    saved = time.monotonic()

            try_mutants(trial, work.source, record, known, stepped)
    finally:
        record.spent = spent + time.monotonic() - start
        for test, seconds in trial.cpu.items():
            record.cpu[test] = max(seconds, record.cpu.get(test, 0.0))
        save()


def _try(trial: Trial, record: AuditRecord, subject: Subject, number: int) -> None:
    harmless = _harmless_runs(trial, subject, number) if subject.kind == "generic" else None
    runs = harmless or trial.runs(subject, number)
    row = _count(trial, record, subject, runs, number)
    if harmless:
        row.harmless.append(number)
    if subject.kind in ("stub", "degenerate") and not trial.is_listed_mistake:
        row.earned = max(row.earned, trial.earned(runs))
    if subject.is_right and number == 0:
        row.forbidden = trial.forbidden(subject)


def _harmless_runs(trial: Trial, subject: Subject, number: int) -> list[TestRun] | None:
    """The runs of a blunder's probe, if no test minds it: then nothing that the suite asks for could show the blunder.

    The probe goes first. Where it matters, the quickest test mostly says so, and where it does not, a long training is spared.
    """
    probed = trial.runs_of(f"probe:{subject.id}", subject.probe, number, until_failure=True)
    return None if set(letters(trial.tests, probed)) - NO_FAILURE else probed


def _mistakes(trial: Trial, record: AuditRecord, work: Work, number: int, step: Callable[[int], None]) -> None:
    """All mistakes on one seed. For hints each is compared with each, so one that lacks its hint needs them all."""
    if number >= work.seeds:
        return
    missing = [m for m in work.mistakes if number in record.missing(m, work.seeds, work.hinted)]
    if not missing:
        return
    hinted = number < work.hinted
    runs: dict[str, list[TestRun]] = {}
    for subject in work.mistakes if hinted else missing:
        runs[subject.key] = trial.runs(subject, number)
        trial.diagnosis.keep(subject.key, runs[subject.key])
        _count(trial, record, subject, runs[subject.key], number)
    for subject in missing:
        if hinted:
            record.row(subject).hints[number] = trial.hint(runs[subject.key])
        step(1)


def _reworded(trial: Trial, record: AuditRecord, work: Work, number: int, step: Callable[[int], None]) -> None:
    """After the mistakes themselves, whose answers are then known."""
    for subject in work.subjects:
        if subject.kind != "reworded" or number not in record.missing(subject, work.seeds_for(subject), work.hinted):
            continue
        runs = trial.runs(subject, number)
        _count(trial, record, subject, runs, number).hints[number] = trial.hint(runs)
        step(1)


def _count(trial: Trial, record: AuditRecord, subject: Subject, runs: list[TestRun], number: int) -> SubjectRecord:
    """Into the record, right after the runs: `trial.measured` is about the last ones."""
    row = record.row(subject)
    for test, asked in trial.measured.items():
        record.threshold_tests = [t for t in record.tests if t == test or t in record.threshold_tests]
        for name, threshold, value in asked:
            record.thresholds[name] = f"{threshold.direction} {threshold.value:g}"
            row.measured.setdefault(name, {})[number] = value
    row.outcomes[number] = letters(trial.tests, runs)
    row.example = row.example or example(runs)
    return row
