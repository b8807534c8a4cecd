"""What people and policy add to a result, as its student may read it: written answers, comments, lateness, the final grade.

Reasons and names of staff stay in the gradebook. Where several students handed in together, their page says only what is
the same for all of them: an extension or an override of one is nobody else's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from autograder.basics.words import mark, trn
from autograder.gradebook.grades import Rules, Standing
from autograder.gradebook.ledger import student_subject, submission_subject
from autograder.reports.feedback import number


@dataclass(frozen=True)
class WrittenMark:
    question: str
    possible: float
    points: float | None
    """None: nobody has read it yet."""
    comment: str = ""


@dataclass(frozen=True)
class Request:
    """Another look that the student asked for."""

    item: str
    state: str
    """open, granted or declined."""
    text: str
    """What was asked, or the answer."""


@dataclass(frozen=True)
class Marks:
    written: tuple[WrittenMark, ...] = ()
    comments: tuple[str, ...] = ()
    """About the whole, or about an exercise ("ID: ...")."""
    changed: tuple[tuple[str, float], ...] = ()
    """(exercise, points) that staff has set."""
    extra: float = 0.0
    days_late: int = 0
    slip_days: int = 0
    """Of the days late, those that cost nothing."""
    late: float = 0.0
    excused: bool = False
    final: float | None = None
    """None: it differs among those who handed in together."""
    possible: float = 0.0
    requests: tuple[Request, ...] = ()

    @property
    def says_something(self) -> bool:
        """Before anybody has decided anything, a page is about the tests alone."""
        read = any(w.points is not None or w.comment for w in self.written)
        return bool(read or self.comments or self.changed or self.extra or self.days_late or self.excused or self.requests)

    @property
    def lateness(self) -> str:
        """As a sentence or two; empty for what came in time."""
        if not self.days_late:
            return ""
        said = trn(
            "%(n)s day late: %(points)s points less.",
            "%(n)s days late: %(points)s points less.",
            self.days_late,
            points=number(self.late),
        )
        if not self.slip_days:
            return said
        return said + " " + trn("%(n)s slip day was used.", "%(n)s slip days were used.", self.slip_days)

    @property
    def awaiting(self) -> int:
        return sum(w.points is None for w in self.written)

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "changed": dict(self.changed)}


def marks_of(rules: Rules, row: Standing) -> Marks:
    said = {c.partition(": ")[0]: c.partition(": ")[2] for c in row.comments if c.partition(": ")[0] in rules.written}
    left_blank = lambda q: row.status == "graded" and q not in row.awaiting
    points = {q: row.manual.get(q, 0.0 if left_blank(q) else None) for q in rules.written}
    written = tuple(WrittenMark(q, most, points[q], said.get(q, "")) for q, most in rules.written.items())
    others = tuple(c for c in row.comments if c.partition(": ")[0] not in rules.written)
    changed = tuple((d.item, float(d.value or 0.0)) for d in row.overrides if d.item in rules.points)
    return Marks(
        written,
        others,
        changed,
        extra=row.extra,
        days_late=row.days_late,
        slip_days=row.slip_days,
        late=row.late,
        excused=row.excused,
        final=row.final,
        possible=row.possible,
        requests=_requests(rules, row),
    )


def shared_marks(rules: Rules, rows: Sequence[Standing]) -> Marks:
    """Of one student, or what all of a group have in common."""
    all_marks = [marks_of(rules, row) for row in rows]
    first = all_marks[0]
    if len(all_marks) == 1:
        return first
    same = lambda name: all(getattr(m, name) == getattr(first, name) for m in all_marks)
    common = lambda name: tuple(x for x in getattr(first, name) if all(x in getattr(m, name) for m in all_marks))
    numbers = ("extra", "days_late", "slip_days", "late", "final")
    kept: dict[str, Any] = {name: getattr(first, name) for name in numbers if same(name)}
    lists: dict[str, Any] = {name: common(name) for name in ("written", "comments", "changed")}
    return Marks(possible=first.possible, **kept, **lists)


def _requests(rules: Rules, row: Standing) -> tuple[Request, ...]:
    subjects = [student_subject(row.student.key)] if row.student else []
    subjects += [submission_subject(name) for name in row.submissions]
    states = {0.0: mark("open"), 1.0: mark("granted"), -1.0: mark("declined")}
    return tuple(
        Request(item, states.get(d.value or 0.0, "open"), d.text)
        for item, d in rules.decided.about("request", subjects).items()
    )
