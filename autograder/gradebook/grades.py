"""From gradings, decisions and policy to a grade. Pure: the same facts always give the same grade.

points = exercises (overridden ones replaced) + written answers
final  = points - late penalty + extra credit, unless the whole is overridden
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.gradebook.ledger import Decision, InForce, student_subject, submission_subject
from autograder.gradebook.policy import Policy
from autograder.gradebook.roster import Student


@dataclass(frozen=True)
class Grading:
    """One row of the history, with what it says."""

    id: int
    submission: str
    generation: int
    digest: str
    plan: str
    created: float
    result: dict[str, Any]
    handed_in: float | None = None

    @property
    def exercises(self) -> dict[str, float]:
        return {e["id"]: float(e["earned"]) for e in self.result.get("exercises", [])}

    @property
    def possible(self) -> dict[str, float]:
        return {e["id"]: float(e["possible"]) for e in self.result.get("exercises", [])}


@dataclass(frozen=True)
class Attempt:
    """One content that was handed in, with what it would be worth if it counted."""

    submission: str
    digest: str
    grading: int
    handed_in: float | None
    score: float
    days_late: int
    penalty: float
    final: float
    counts: bool = False
    comparable: bool = True
    """False: graded for another choice of exercises or points, so it cannot count now."""


@dataclass(frozen=True)
class Standing:
    """One line of the gradebook. Nobody is left out: a missing student and an unmatched submission have one too."""

    student: Student | None
    submission: str | None
    """The one that counts."""
    status: str
    """graded, grading (nothing graded yet), missing, unmatched, ambiguous."""
    score: float = 0.0
    """What the tests gave, before people and policy."""
    exercises: Mapping[str, float] = field(default_factory=dict)
    """Points by exercise, overrides in."""
    manual: Mapping[str, float] = field(default_factory=dict)
    """Points by written question that was looked at."""
    awaiting: tuple[str, ...] = ()
    """Written questions that nobody has looked at."""
    extra: float = 0.0
    days_late: int = 0
    late: float = 0.0
    """Points lost for lateness."""
    final: float = 0.0
    possible: float = 0.0
    handed_in: float | None = None
    attempts: tuple[Attempt, ...] = ()
    submissions: tuple[str, ...] = ()
    overrides: tuple[Decision, ...] = ()
    comments: tuple[str, ...] = ()
    extras: tuple[Decision, ...] = ()
    grading: int | None = None
    pending: bool = False
    """A newer hand-in of the same name waits to be graded."""
    how: str = ""
    """How the submission was matched."""
    candidates: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return self.student.key if self.student else str(self.submission)

    @property
    def name(self) -> str:
        return self.student.name if self.student else str(self.submission)


@dataclass(frozen=True)
class Rules:
    """What holds for the whole class."""

    policy: Policy
    points: Mapping[str, float]
    written: Mapping[str, float]
    decided: InForce

    @property
    def possible(self) -> float:
        return round(sum(self.points.values()) + sum(self.written.values()), 6)


def standing(
    rules: Rules,
    student: Student | None,
    submissions: Sequence[str],
    gradings: Sequence[Grading],
    pending: bool = False,
    status: str = "",
    how: str = "",
    candidates: tuple[str, ...] = (),
) -> Standing:
    """`gradings`: the last one of each content of these submissions."""
    subjects = [student_subject(student.key)] if student else []
    subjects += [submission_subject(name) for name in submissions]
    about = lambda kind: rules.decided.about(kind, subjects)
    manual = {i: d.value or 0.0 for i, d in about("manual").items() if i in rules.written}
    overridden = about("override")
    extras = tuple(about("extra").values())
    comments = tuple(_comment(d) for d in about("comment").values() if d.text)
    extension = sum(d.value or 0.0 for d in about("extension").values())
    extra = round(sum(d.value or 0.0 for d in extras), 6)

    attempts = [
        _attempt(rules, g, overridden, manual, extra, extension)
        for g in sorted(gradings, key=lambda g: (g.created if g.handed_in is None else g.handed_in, g.id))
    ]
    chosen = _choose(rules.policy, attempts)
    whole = overridden.get("")
    shared: dict[str, Any] = {
        "student": student, "manual": manual, "extra": extra, "extras": extras, "comments": comments,
        "awaiting": tuple(w for w in rules.written if w not in manual), "overrides": tuple(overridden.values()),
        "possible": rules.possible, "submissions": tuple(submissions), "pending": pending, "how": how,
        "candidates": candidates,
    }  # fmt: skip
    if chosen is None:
        earned = round(
            sum(manual.values()) + sum(d.value or 0.0 for i, d in overridden.items() if i) + extra, 6
        )
        final = earned if whole is None else float(whole.value or 0.0)
        nothing = "grading" if submissions else "missing"
        name = submissions[-1] if submissions else None
        return Standing(
            submission=name, status=status or nothing, final=final, attempts=tuple(attempts), **shared
        )
    counted = tuple(Attempt(**{**a.__dict__, "counts": a is chosen}) for a in attempts)
    grading = next(g for g in gradings if g.id == chosen.grading)
    return Standing(
        submission=chosen.submission, status=status or "graded", score=chosen.score,
        exercises=_points(rules, grading, overridden), days_late=chosen.days_late, late=chosen.penalty, final=chosen.final,
        handed_in=chosen.handed_in, attempts=counted, grading=chosen.grading, **shared,
    )  # fmt: skip


def _attempt(
    rules: Rules,
    grading: Grading,
    overridden: Mapping[str, Decision],
    manual: Mapping[str, float],
    extra: float,
    extension: float,
) -> Attempt:
    times = rules.decided.about("time", [submission_subject(grading.submission)])
    told = times.get(grading.digest) or times.get("")
    handed_in = told.value if told else grading.handed_in
    earned = sum(_points(rules, grading, overridden).values()) + sum(manual.values())
    days = rules.policy.days_late(handed_in, extension)
    penalty = rules.policy.deduction(days, earned, rules.possible)
    whole = overridden.get("")
    final = round(earned - penalty + extra, 6) if whole is None else float(whole.value or 0.0)
    score = float(grading.result.get("score", 0.0))
    return Attempt(
        grading.submission, grading.digest, grading.id, handed_in, score, days, penalty, final,
        comparable=grading.possible == dict(rules.points),
    )  # fmt: skip


def _points(rules: Rules, grading: Grading, overridden: Mapping[str, Decision]) -> dict[str, float]:
    earned = grading.exercises
    return {
        e: float(overridden[e].value or 0.0) if e in overridden else earned.get(e, 0.0) for e in rules.points
    }


def _choose(policy: Policy, attempts: Sequence[Attempt]) -> Attempt | None:
    able = [a for a in attempts if a.comparable] or list(attempts)[-1:]
    if not able:
        return None
    if policy.attempts == "last":
        return able[-1]
    return max(able, key=lambda a: (a.final, a.score, -(a.handed_in or 0.0)))


def _comment(d: Decision) -> str:
    return f"{d.item}: {d.text}" if d.item else d.text
