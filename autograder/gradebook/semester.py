"""The whole course's grades: one line for each student, one cell for each assignment, a total. Derived, like each grade.

total = sum of weight * final / possible over what counts, divided by the sum of those weights, in percent

What counts: graded hand-ins, and missing ones as 0. What does not: who is excused or not on an assignment's list, what is not
graded yet, what cannot be graded. As long as one of the last two is there, a total is open, and says so.

Slip days are the course's: used in the order of the deadlines until none are left, whatever each assignment alone would allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.course.semester import GradesTable
from autograder.gradebook.book import Snapshot, derive, rules_of
from autograder.gradebook.grades import Standing
from autograder.gradebook.ledger import Decision, student_subject
from autograder.gradebook.roster import RosterStudent

OPEN = ("grading", "not gradable", "not graded yet")
"""States of a cell after which the total may still change."""


@dataclass(frozen=True)
class RunOfCourse:
    """One assignment of the semester."""

    label: str
    weight: float
    folder: str
    snap: Snapshot | None
    """None: not graded yet."""


@dataclass(frozen=True)
class GradeCell:
    state: str
    """graded, missing, excused, not gradable, grading, not graded yet, not listed."""
    final: float | None = None
    possible: float = 0.0
    days_late: int = 0
    slip_days: int = 0
    late: float = 0.0
    unread: int = 0
    """Written answers that nobody has read."""
    time_unknown: bool = False
    counts: bool = False
    dropped: bool = False

    @property
    def share(self) -> float:
        return (self.final or 0.0) / self.possible if self.possible else 0.0

    @property
    def is_open(self) -> bool:
        return self.state in OPEN or self.unread > 0


@dataclass(frozen=True)
class CourseLine:
    key: str
    name: str
    email: str
    section: str
    cells: tuple[GradeCell, ...]
    total: float | None
    """Percent; None as long as nothing counts."""
    slips_used: int = 0

    @property
    def is_open(self) -> bool:
        return any(cell.is_open for cell in self.cells)


@dataclass(frozen=True)
class CourseGrades:
    labels: tuple[str, ...]
    weights: tuple[float, ...]
    possible: tuple[float | None, ...]
    lines: tuple[CourseLine, ...]
    nobody: tuple[tuple[str, str, str], ...]
    """(assignment, submission, why) of hand-ins that are in nobody's line."""
    slip_days: int | None
    """Of the whole course; None where none are given."""
    slips_left: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Folder -> student's key in that run -> slip days left for it."""
    differing: int = 0
    """Grades that their own folder derives otherwise, not knowing how many slip days are left."""
    notes: tuple[str, ...] = ()


@dataclass
class _Person:
    key: str
    name: str
    email: str = ""
    section: str = ""
    slips_used: int = 0
    cells: dict[int, GradeCell] = field(default_factory=dict)


def course_grades(
    runs: Sequence[RunOfCourse], table: GradesTable, slip_days: int | None, roster: Sequence[RosterStudent] = ()
) -> CourseGrades:
    """`slip_days`: of the whole course. `roster`: for runs that have none; else the rosters of all other runs together."""
    people = _People()
    listed: list[tuple[list[RosterStudent], dict[str, _Person]]] = []
    for run in runs:
        own = list(run.snap.students) if run.snap else []
        listed.append((own, people.of_list(own, run.label)))
    common = list(roster) or _all_students(listed)
    known = people.of_list(common, "the roster")
    nobody: list[tuple[str, str, str]] = []
    left: dict[str, dict[str, int]] = {}
    differing = 0
    for index in _by_deadline(runs):
        run, (own, mine) = runs[index], listed[index]
        if run.snap is None:
            continue
        snap = run.snap if own else replace(run.snap, students=common)
        mine = mine if own else known
        before = {row.key: row.final for row in derive(snap)}
        if slip_days is not None:
            left[run.folder] = {key: max(0, slip_days - person.slips_used) for key, person in mine.items()}
            snap = with_slips(snap, left[run.folder])
        for row in derive(snap):
            person = _owner(row, mine, people, bool(common))
            if person is None:
                nobody.append((run.label, str(row.submission), row.status))
                continue
            differing += row.final != before.get(row.key, row.final)
            if row.status != "missing" and not row.excused:
                person.slips_used += row.slip_days
            person.cells[index] = _cell(row, table)
    lines = [_line(person, runs, table) for person in people.all if person.cells]
    lines.sort(key=lambda line: (line.name.casefold(), line.key))
    possible = tuple(rules_of(run.snap).possible if run.snap else None for run in runs)
    return CourseGrades(
        tuple(run.label for run in runs),
        tuple(run.weight for run in runs),
        possible,
        tuple(lines),
        tuple(nobody),
        slip_days,
        left,
        differing,
        tuple(people.notes),
    )


def with_slips(snap: Snapshot, left: Mapping[str, int]) -> Snapshot:
    """The same facts, and how many slip days each student has left for this assignment."""
    others = [d for d in snap.decisions if d.kind != "slips"]
    last = max((d.id for d in snap.decisions), default=0)
    said = [
        Decision(last + n, 0.0, "", "slips", student_subject(key), "", float(days), "", "")
        for n, (key, days) in enumerate(sorted(left.items()), 1)
    ]
    return replace(snap, decisions=[*others, *said])


def _by_deadline(runs: Sequence[RunOfCourse]) -> list[int]:
    """Those without a deadline at the end: nothing is late there."""
    due = {i: rules_of(run.snap).policy.due for i, run in enumerate(runs) if run.snap is not None}
    return sorted(due, key=lambda i: (due[i] is None, due[i] or 0.0, i))


def _owner(row: Standing, mine: Mapping[str, _Person], people: _People, with_roster: bool) -> _Person | None:
    if row.student is not None:
        return mine[row.student.key]
    return None if with_roster else people.called(str(row.submission))


def _cell(row: Standing, table: GradesTable) -> GradeCell:
    decided = bool(row.overrides or row.manual or row.extra)
    facts: dict[str, Any] = {"possible": row.possible, "days_late": row.days_late, "slip_days": row.slip_days}
    facts |= {"late": row.late, "time_unknown": row.late_without_time}
    if row.excused and not row.overrides:
        return GradeCell("excused", None, **facts)
    if row.status in ("grading", "not gradable") and not decided:
        return GradeCell(row.status, None, **facts)
    if row.status == "missing" and not decided:
        is_zero = table.missing == "zero"
        return GradeCell("missing", 0.0 if is_zero else None, **facts, counts=is_zero and row.possible > 0)
    unread = len(row.awaiting) if row.status == "graded" and not any(not d.item for d in row.overrides) else 0
    return GradeCell("graded", row.final, **facts, unread=unread, counts=row.possible > 0)


def _line(person: _Person, runs: Sequence[RunOfCourse], table: GradesTable) -> CourseLine:
    nothing = lambda run: GradeCell("not graded yet" if run.snap is None else "not listed")
    cells = [person.cells.get(i) or nothing(run) for i, run in enumerate(runs)]
    counted = [i for i, cell in enumerate(cells) if cell.counts and runs[i].weight > 0]
    most = min(table.drop_lowest, max(len(counted) - 1, 0))
    lowest = sorted(counted, key=lambda i: (cells[i].share, -runs[i].weight, i))[:most]
    for i in lowest:
        cells[i] = replace(cells[i], dropped=True)
    kept = [i for i in counted if i not in lowest]
    weight = sum(runs[i].weight for i in kept)
    total = round(100.0 * sum(runs[i].weight * cells[i].share for i in kept) / weight, 6) if weight else None
    return CourseLine(person.key, person.name, person.email, person.section, tuple(cells), total, person.slips_used)


class _People:
    """Students over all rosters. The same id, e-mail address or login is the same person."""

    def __init__(self) -> None:
        self.all: list[_Person] = []
        self.notes: list[str] = []
        self._known: dict[tuple[str, str], _Person] = {}

    def of_list(self, students: Iterable[RosterStudent], where: str) -> dict[str, _Person]:
        """Key in this list -> person. Two of one list are never one person."""
        found: dict[str, _Person] = {}
        taken: set[int] = set()
        for student in students:
            signs = self._signs(student)
            some = {id(p): p for sign in signs if (p := self._known.get(sign)) and id(p) not in taken}
            by_id = self._known.get(signs[0])
            if by_id is not None and id(by_id) not in taken:
                person = by_id
            elif len(some) == 1:
                person = next(iter(some.values()))
            else:
                if some:
                    self.notes.append(f"{student.label} of {where} could be {len(some)} students of other lists; kept apart")
                person = _Person(student.key, student.name, student.email, student.section)
                self.all.append(person)
            taken.add(id(person))
            found[student.key] = person
            person.email, person.section = person.email or student.email, person.section or student.section
            for sign in signs:
                self._known.setdefault(sign, person)
        return found

    def called(self, submission: str) -> _Person:
        """Without any roster: by the name of the hand-in."""
        sign = ("name", submission)
        if sign not in self._known:
            self._known[sign] = _Person(submission, submission)
            self.all.append(self._known[sign])
        return self._known[sign]

    @staticmethod
    def _signs(student: RosterStudent) -> list[tuple[str, str]]:
        said = (("id", student.key), ("mail", student.email), ("login", student.login))
        return [(kind, text.strip().casefold()) for kind, text in said if kind == "id" or text.strip()]


def _all_students(lists: Iterable[tuple[Iterable[RosterStudent], Mapping[str, _Person]]]) -> list[RosterStudent]:
    """Of all rosters, each person once."""
    found: dict[int, RosterStudent] = {}
    for students, people in lists:
        for student in students:
            if student.active:
                found.setdefault(id(people[student.key]), student)
    return list(found.values())
