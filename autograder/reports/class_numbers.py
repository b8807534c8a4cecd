"""The class as numbers: what the report says about exercises, tests, mistakes and students.

A result is reduced once to what the report needs of it (`Row`); everything else is counted from rows, so that the
report of a run that goes on costs little however large the results are.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from autograder.gradebook.todo import why_not_gradable
from autograder.grading.results import NOT_RUN, SubmissionResult
from autograder.suites.outcome import Outcome

TROUBLE = (Outcome.ERROR, Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FORBIDDEN, Outcome.INCONCLUSIVE)
FEWEST = 5
"""Students below which a correlation is an accident."""


@dataclass(frozen=True)
class Row:
    """One student."""

    name: str
    score: float
    possible: float
    shares: dict[str, float]
    """Exercise -> earned part of its points, or of its tests where it has no points."""
    tests: dict[tuple[str, str], str]
    """(exercise, test id) -> outcome, or "unwritten"."""
    titles: dict[tuple[str, str], str]
    mistakes: dict[str, str]
    """Mistake id -> hint."""
    seconds: dict[str, float]
    """Exercise -> time it took, where it was run and not found in the cache."""
    total: float
    isolation: str
    followed_through: bool
    for_staff: tuple[str, ...]
    """What a person should look at, with the exercise in front."""
    notes: int
    finished: float
    not_gradable: str = ""
    """Why nothing of it could be graded, and what to ask the student for: no score, and no zero either."""

    @property
    def share(self) -> float:
        return self.score / self.possible if self.possible else 0.0

    @property
    def trouble(self) -> list[str]:
        """Kinds of outcomes other than passed and failed, the most frequent first."""
        return [kind for kind, _ in Counter(o for o in self.tests.values() if o in TROUBLE).most_common()]

    @property
    def has_unwritten(self) -> bool:
        return "unwritten" in self.tests.values()

    @classmethod
    def of(cls, result: SubmissionResult) -> Row:
        tests: dict[tuple[str, str], str] = {}
        titles, mistakes, shares = {}, {}, {}
        for e in result.exercises:
            passed = sum(t.passed for t in e.tests) / (len(e.tests) or 1)
            shares[e.id] = e.earned / e.possible if e.possible else passed
            for t in e.tests:
                tests[e.id, t.id], titles[e.id, t.id] = (
                    "unwritten" if t.finding.unwritten else t.outcome,
                    t.title,
                )
                if t.mistake and t.firm:
                    mistakes[t.mistake] = t.hint
        times = {k: float(v) for k, v in result.timing.items() if k in shares and isinstance(v, (int, float))}
        return cls(
            result.submission,
            result.score,
            result.possible,
            shares,
            tests,
            titles,
            mistakes,
            times,
            float(result.timing.get("total", 0.0)),
            result.isolation,
            any(e.followed_through for e in result.exercises),
            tuple(f"{e.id}: {note}" for e in result.exercises for note in e.for_staff),
            len(result.notes) + sum(len(e.notes) for e in result.exercises),
            float(result.timing.get("finished", 0.0)),
            why_not_gradable(
                result.not_gradable, result.isolation, {t.outcome for e in result.exercises for t in e.tests}, result.notes
            ),
        )


@dataclass(frozen=True)
class Item:
    """An exercise or a test, as an item of an exam."""

    id: str
    exercise: str
    title: str
    students: int
    full: float
    """Share of students with all of it."""
    mean: float
    """Mean share of its points: the difficulty index of test theory (1 is easy)."""
    discrimination: float | None
    """Correlation with the rest of the score; None where it cannot be said."""
    seconds: float | None = None
    outcomes: dict[str, int] = field(default_factory=dict)

    @property
    def trouble(self) -> dict[str, int]:
        return {kind: self.outcomes[kind] for kind in TROUBLE if self.outcomes.get(kind)}


@dataclass(frozen=True)
class SharedMistake:
    id: str
    hint: str
    students: list[str]


@dataclass(frozen=True)
class Report:
    rows: list[Row]
    """Everybody."""
    mean: float
    median: float
    deviation: float
    full: int
    zero: int
    possible: float
    bins: list[int]
    exercises: list[Item]
    tests: list[Item]
    misconceptions: list[SharedMistake]
    trouble: dict[str, list[str]]
    """Kind -> students."""
    isolation: dict[str, int]
    not_gradable: dict[str, str] = field(default_factory=dict)
    """Submission -> why, and what to ask the student for. They are in no mean."""

    @property
    def graded(self) -> int:
        return len(self.rows) - len(self.not_gradable)


BINS = 20


def report(rows: Sequence[Row], exercises: Sequence[str]) -> Report:
    everybody = sorted(rows, key=lambda r: (r.name.casefold(), r.name))
    rows = [r for r in everybody if not r.not_gradable]
    scores = [r.score for r in rows]
    shares = [r.share for r in rows]
    bins = [0] * BINS
    for share in shares:
        bins[min(int(max(share, 0.0) * BINS), BINS - 1)] += 1
    return Report(
        rows=everybody,
        mean=statistics.fmean(scores) if scores else 0.0,
        median=statistics.median(scores) if scores else 0.0,
        deviation=statistics.pstdev(scores) if scores else 0.0,
        full=sum(s >= 1 - 1e-9 for s in shares),
        zero=sum(s == 0 for s in shares),
        possible=max((r.possible for r in everybody), default=0.0),
        bins=bins,
        exercises=_exercise_items(rows, exercises),
        tests=_test_items(rows),
        misconceptions=_misconceptions(rows),
        trouble={kind: own for kind in TROUBLE if (own := [r.name for r in rows if kind in r.trouble])},
        isolation=dict(Counter(r.isolation for r in rows if r.isolation != NOT_RUN).most_common()),
        not_gradable={r.name: r.not_gradable for r in everybody if r.not_gradable},
    )


def _exercise_items(rows: Sequence[Row], exercises: Sequence[str]) -> list[Item]:
    items = []
    total = np.array([sum(r.shares.values()) for r in rows])
    outcomes: dict[str, Counter[str]] = {e: Counter() for e in exercises}
    for r in rows:
        for (exercise, _), outcome in r.tests.items():
            if exercise in outcomes:
                outcomes[exercise][outcome] += 1
    for e in exercises:
        own = np.array([r.shares.get(e, 0.0) for r in rows])
        times = [r.seconds[e] for r in rows if e in r.seconds]
        item = Item(
            e,
            e,
            e,
            len(rows),
            float((own >= 1 - 1e-9).mean()) if len(rows) else 0.0,
            float(own.mean()) if len(rows) else 0.0,
            discrimination(own, total - own),
            statistics.median(times) if times else None,
            dict(outcomes[e]),
        )
        items.append(item)
    return items


def _test_items(rows: Sequence[Row]) -> list[Item]:
    """Every test, the hardest first."""
    keys = list(dict.fromkeys(key for r in rows for key in r.tests))
    titles = {key: title for r in rows for key, title in r.titles.items()}
    passed = np.array([[r.tests.get(key) == "passed" for key in keys] for r in rows], dtype=float)
    rest = np.array([sum(r.shares.values()) for r in rows])
    counts: dict[tuple[str, str], Counter[str]] = {key: Counter() for key in keys}
    for r in rows:
        for key, outcome in r.tests.items():
            counts[key][outcome] += 1
    items = []
    for j, key in enumerate(keys):
        own = passed[:, j]
        without = rest - np.array([r.shares.get(key[0], 0.0) for r in rows])
        mean = float(own.mean())
        items.append(
            Item(
                key[1],
                key[0],
                titles[key],
                len(rows),
                mean,
                mean,
                discrimination(own, without),
                None,
                dict(counts[key]),
            )
        )
    return sorted(items, key=lambda i: (i.mean, i.exercise, i.id))


def discrimination(item: np.ndarray, rest: np.ndarray) -> float | None:
    """Pearson's correlation of an item with the rest of the score: do those who get it also get the others?"""
    if len(item) < FEWEST or item.std() < 1e-12 or rest.std() < 1e-12:
        return None
    return float(np.clip(np.corrcoef(item, rest)[0, 1], -1.0, 1.0))


def _misconceptions(rows: Sequence[Row]) -> list[SharedMistake]:
    students: dict[str, list[str]] = {}
    hints: dict[str, str] = {}
    for r in rows:
        for mistake, hint in r.mistakes.items():
            students.setdefault(mistake, []).append(r.name)
            hints[mistake] = hints.get(mistake) or hint
    found = [SharedMistake(m, hints[m], own) for m, own in students.items()]
    return sorted(found, key=lambda m: (-len(m.students), m.id))
