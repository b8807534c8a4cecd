"""The time that one submission may take as a whole: ten times what the reference needs, and at least a minute.

Waiting for the student's code counts, in every try and in follow-through. A wait for a core that other processes have does
not (`stopwatch.py`), and neither does the suite's own computing. Explaining failures may take as long again and costs no
points: where that time is over, the verdicts stand without hints.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from autograder.course import Assignment, Course, Exercise
from autograder.grading.interruptions import listed
from autograder.grading.results import SubmissionResult

AUDIT_FOLDER = ".audit-cache"
"""In the course: what audits have found out."""
LEAST = 60.0
TIMES = 10
BUDGET_SHARE = 1 / 3
"""Of a test's budget that the reference may use: the audit asks for it, so it is a bound where nothing was measured."""
OVER = "used up the time that one submission may take"


class NoTimeForHints(Exception):
    """The part of a submission's time that explanations may take is over; the verdicts stand."""


class Allowance:
    """Of one submission. `needed(exact)` says what the reference needs; it is asked only where a minute may not be enough,
    and for the exact figure, which may have to be measured, only where what is known does not suffice."""

    def __init__(self, seconds: float | None = None, needed: Callable[[bool], float] | None = None) -> None:
        self.total = LEAST if seconds is None else seconds
        self._needed = needed if seconds is None else None
        self.spent = 0.0
        self.on_hints = 0.0
        self._explaining_since: float | None = None

    @classmethod
    def endless(cls) -> Allowance:
        return cls(math.inf)

    @property
    def left(self) -> float:
        return self.total - self.spent

    @property
    def is_over(self) -> bool:
        return self.left <= 0

    def charge(self, seconds: float) -> None:
        self.spent += seconds

    def prepare(self, seconds: float) -> None:
        """Before something that may take so long: the total is made exact if it may matter."""
        for exact in (False, True):
            if self._needed is None or self.left >= seconds:
                return
            self.total = max(LEAST, TIMES * self._needed(exact))
        self._needed = None

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """What is run inside counts by its CPU time: it is our own."""
        self._explaining_since = time.process_time()
        try:
            yield
        finally:
            used = time.process_time() - self._explaining_since
            self._explaining_since = None
            self.on_hints += used

    def for_hints(self) -> Allowance:
        """For workers that only explain: what explanations have left. `took_for_hints` puts it on the account."""
        return Allowance(max(0.0, self.total - self.on_hints))

    def took_for_hints(self, seconds: float) -> None:
        self.on_hints += seconds

    def check_hints(self) -> None:
        """Called before each step of an explanation."""
        if self._explaining_since is None:
            return
        used = time.process_time() - self._explaining_since
        if self.on_hints + used > self.total:
            raise NoTimeForHints

    @property
    def words(self) -> str:
        return (
            f"your submission as a whole {OVER} ({self.total:g} s, sleeping included), so what was left was stopped or not run"
        )

    def notes(self) -> list[str]:
        return [f"{self.words[0].upper()}{self.words[1:]}."] if self.is_over else []


def recorded(course: Course, assignment: Assignment, exercise: Exercise, version: str) -> dict[str, float]:
    """Test -> CPU seconds that the reference used in it, as an audit of this very suite has measured them; {} without one."""
    path = course.root / AUDIT_FOLDER / assignment.name / f"{exercise.id}.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["suite"] != version:
            return {}
        return {str(test): float(seconds) for test, seconds in found["cpu"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def needed(exercise: Exercise, tests: Sequence[str], known: Mapping[str, float], measure: Callable[[str], float]) -> float:
    """Seconds that the reference takes for the tests of one exercise.

    `measure` is for what no audit has measured; a training is not run for that, its budget is a bound.
    """
    bound = exercise.seconds * BUDGET_SHARE
    return sum(known[t] if t in known else bound if exercise.training else measure(t) for t in tests)


def warnings(results: Sequence[SubmissionResult]) -> list[str]:
    """For whoever runs the command."""
    over = [r.submission for r in results if any(OVER in note for note in r.notes)]
    if not over:
        return []
    return [f"{OVER}, and so have tests without points: {listed(over)}; more time with: --submission-seconds"]
