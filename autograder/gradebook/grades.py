"""From gradings, decisions and policy to a grade. Pure: the same facts always give the same grade.

points = exercises (overridden ones replaced) + written answers
final  = points - late penalty + extra credit, unless the whole is overridden
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.gradebook.ledger import Decision, InForce, student_subject, submission_subject
from autograder.gradebook.policy import Policy
from autograder.gradebook.roster import RosterStudent
from autograder.intake.naming import looks_old

NOT_DEFINED = "is not defined in your submission"
"""How grading says that an asked name is not there."""


@dataclass(frozen=True)
class GradingRecord:
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
    answers: bool = True
    """False: nothing of what is asked for is in it, so that it counts only if there is nothing else."""
    not_gradable: str = ""


@dataclass(frozen=True)
class Standing:
    """One line of the gradebook. Nobody is left out: a missing student and an unmatched submission have one too."""

    student: RosterStudent | None
    submission: str | None
    """The one that counts."""
    status: str
    """graded, not gradable, grading (nothing graded yet), missing, excused (and nothing handed in), unmatched, ambiguous."""
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
    not_gradable: str = ""
    """Why nothing of what counts could be graded, and what to ask the student for."""
    slip_days: int = 0
    """Days late that cost nothing."""
    late_without_time: bool = False
    """The platform calls it late, and nobody knows since when: a person has to look."""
    excused: bool = False
    """Need not hand this in: it counts neither for nor against the student."""

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

    def with_slips(self, left: Mapping[str, Decision]) -> Rules:
        """For a student who has used slip days elsewhere: only so many are left, whatever the assignment would allow."""
        if not left:
            return self
        days = min(self.policy.slip_days, *(int(d.value or 0) for d in left.values()))
        return replace(self, policy=self.policy.model_copy(update={"slip_days": days}))


def standing(
    rules: Rules,
    student: RosterStudent | None,
    submissions: Sequence[str],
    gradings: Sequence[GradingRecord],
    pending: bool = False,
    status: str = "",
    how: str = "",
    candidates: tuple[str, ...] = (),
    marked_late: Collection[str] = (),
) -> Standing:
    """`gradings`: the last one of each content of these submissions. `marked_late`: those that the platform calls late."""
    subjects = [student_subject(student.key)] if student else []
    subjects += [submission_subject(name) for name in submissions]
    about = lambda kind: rules.decided.about(kind, subjects)
    rules = rules.with_slips(about("slips"))
    excused = bool(about("excused"))
    manual = {i: d.value or 0.0 for i, d in about("manual").items() if i in rules.written}
    overridden = about("override")
    extras = tuple(about("extra").values())
    comments = tuple(_comment(d) for d in about("comment").values() if d.text)
    extension = sum(d.value or 0.0 for d in about("extension").values())
    extra = round(sum(d.value or 0.0 for d in extras), 6)

    created = {g.id: g.created for g in gradings}
    attempts = sorted(
        (_attempt(rules, g, overridden, manual, extra, extension) for g in gradings),
        key=lambda a: (created[a.grading] if a.handed_in is None else a.handed_in, a.grading),
    )
    chosen = _choose(rules.policy, attempts)
    whole = overridden.get("")
    shared: dict[str, Any] = {
        "student": student,
        "manual": manual,
        "extra": extra,
        "extras": extras,
        "comments": comments,
        "overrides": tuple(overridden.values()),
        "possible": rules.possible,
        "submissions": tuple(submissions),
        "pending": pending,
        "how": how,
        "candidates": candidates,
        "excused": excused,
    }
    if chosen is None:
        earned = round(sum(manual.values()) + sum(d.value or 0.0 for i, d in overridden.items() if i) + extra, 6)
        final = earned if whole is None else float(whole.value or 0.0)
        nothing = "grading" if submissions else "excused" if excused else "missing"
        name = submissions[-1] if submissions else None
        shared["awaiting"] = tuple(w for w in rules.written if w not in manual)
        return Standing(submission=name, status=status or nothing, final=final, attempts=tuple(attempts), **shared)
    counted = tuple(Attempt(**{**a.__dict__, "counts": a is chosen}) for a in attempts)
    grading = next(g for g in gradings if g.id == chosen.grading)
    blank = left_blank(grading.result)
    shared["awaiting"] = tuple(w for w in rules.written if w not in manual and w not in blank)
    return Standing(
        submission=chosen.submission,
        status=status or ("not gradable" if chosen.not_gradable else "graded"),
        score=chosen.score,
        not_gradable=chosen.not_gradable,
        slip_days=rules.policy.slips(chosen.days_late),
        late_without_time=chosen.handed_in is None and chosen.submission in marked_late,
        exercises=_points(rules, grading, overridden),
        days_late=chosen.days_late,
        late=chosen.penalty,
        final=chosen.final,
        handed_in=chosen.handed_in,
        attempts=counted,
        grading=chosen.grading,
        **shared,
    )


def _attempt(
    rules: Rules,
    grading: GradingRecord,
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
        grading.submission,
        grading.digest,
        grading.id,
        handed_in,
        score,
        days,
        penalty,
        final,
        comparable=grading.possible == dict(rules.points),
        answers=_answers(grading.result),
        not_gradable=str(grading.result.get("not_gradable", "")),
    )


def _points(rules: Rules, grading: GradingRecord, overridden: Mapping[str, Decision]) -> dict[str, float]:
    earned = grading.exercises
    return {e: float(overridden[e].value or 0.0) if e in overridden else earned.get(e, 0.0) for e in rules.points}


def _answers(result: Mapping[str, Any]) -> bool:
    """Whether anything that is asked for is in it: a helper file, or what cannot be read, has nothing of it."""
    if result.get("not_gradable"):
        return False
    tests = [t for e in result.get("exercises", []) for t in e["tests"]]
    return not tests or not all(
        t["outcome"] == "error" and str(t.get("reason") or t.get("message", "")).endswith(NOT_DEFINED) for t in tests
    )


def left_blank(result: Mapping[str, Any]) -> set[str]:
    """Questions of an exam that have no answer: nobody has to read them."""
    return {a["id"] for a in result.get("answers") or () if a["state"] == "blank"}


def _choose(policy: Policy, attempts: Sequence[Attempt]) -> Attempt | None:
    """Of those that answer, in the order in which they were handed in; where that is not known of several files, the best."""
    able = [a for a in attempts if a.comparable] or list(attempts)[-1:]
    able = [a for a in able if a.answers] or [a for a in able if not a.not_gradable] or able
    able = [a for a in able if not looks_old(a.submission)] or able
    if not able:
        return None
    best = lambda some: max(some, key=lambda a: (a.final, a.score, -(a.handed_in or 0.0)))
    if policy.attempts == "best":
        return best(able)
    if len({a.submission for a in able}) == 1 or all(a.handed_in is not None for a in able):
        return able[-1]
    last = {a.submission: a for a in able}  # of one name the newest, by when it was graded
    return best(list(last.values()))


def _comment(d: Decision) -> str:
    return f"{d.item}: {d.text}" if d.item else d.text
