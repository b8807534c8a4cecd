"""docs/coverage.md: section by section of the lecture notes, which exercises cover it and what is open.

What exercises cover stands in assignment.toml (`notes`), what exam questions are about in questions.toml; the sections, and
what is planned for them, stand in docs/notes_sections.toml. This only puts them side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course.load import Course
from autograder.course.model import Assignment
from autograder.errors import UserError
from autograder.exams.bank import QUESTIONS, Bank, load_bank

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib  # type: ignore[no-redef]

SOURCE = Path("docs/notes_sections.toml")
PAGE = Path("docs/coverage.md")
COMMAND = "gradmark coverage --write"
TIERS = ("A", "B", "C")
REFERENCE = re.compile(r"(?P<note>\S+) (?P<kind>§|Ex |Fig )(?P<number>\S+)\Z")


@dataclass(frozen=True)
class Section:
    note: str
    number: str
    """ "3.5.2" or, for an exercise that the notes print, "Ex 3.4"."""

    def holds(self, other: Section) -> bool:
        """Whether the other is this one or lies within it."""
        return self.note == other.note and (other.number == self.number or other.number.startswith(f"{self.number}."))


@dataclass(frozen=True)
class Planned:
    assignment: str
    exercise: str
    tier: str
    sections: list[Section]


@dataclass(frozen=True)
class Notes:
    titles: dict[Section, str]
    """In the order of the notes."""
    planned: list[Planned]

    def find(self, reference: str) -> Section | None:
        """The section that "003 §3.5.2", "003 Ex 3.4", "004 §IV.4-4a" or "004 Fig IV.3" is about."""
        found = REFERENCE.match(reference)
        if not found:
            return None
        number = found["number"]
        if found["kind"] == "Ex ":
            number = f"Ex {number}"
        elif found["kind"] == "Fig ":
            number = number.split(".")[0]  # figures are counted by chapter
        else:
            number = number.split("-")[0]  # questions are counted within their section
        section = Section(found["note"], number)
        return section if section in self.titles else None


@dataclass
class CoverageRow:
    """What there is for one section, by assignment number."""

    present: dict[str, list[str]] = field(default_factory=dict)
    missing: dict[str, list[str]] = field(default_factory=dict)
    """Of tier A."""
    later: dict[str, int] = field(default_factory=dict)
    """How many of tiers B and C are not there yet."""
    questions: int = 0
    """Of the exam bank."""


def coverage_page(course: Course) -> str:
    notes = read_notes(course.root / SOURCE)
    assignments = course.assignments()
    rows = coverage_rows(notes, assignments)
    bank = load_bank(course)
    count_questions(notes, bank, rows)
    parts = [
        "# Coverage of the lecture notes",
        f"Made by `{COMMAND}` from the `notes` of every exercise and from [{SOURCE.name}]({SOURCE.name}); not to be "
        "edited. *Exercises* are in the course; *open* are those that the catalogue plans and that are not there yet: "
        "the names of tier A, the number of tiers B and C. *(see 3.4)*: treated with the section around it. "
        "A section with neither is an introduction, a summary or other prose."
        + (" *Questions* are those of the exam bank." if bank.entries else ""),
        _summary(notes, rows),
        _by_assignment(notes, assignments),
        *([_by_topic(bank)] if bank.entries else []),
        *(_table(note, notes, rows, bool(bank.entries)) for note in _notes_of(notes)),
    ]
    return "\n\n".join(parts) + "\n"


def is_up_to_date(course: Course) -> bool:
    path = course.root / PAGE
    return path.is_file() and path.read_text(encoding="utf-8") == coverage_page(course)


# --- reading ----------------------------------------------------------------------------------------


def read_notes(path: Path) -> Notes:
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except FileNotFoundError:
        raise UserError(
            f"{path} is missing: list the sections of your notes there, as [sections.NOTE] with lines "
            'number = "title", to see which exercises cover them'
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: not valid TOML: {error}") from None
    titles = {
        Section(note, number): str(title)
        for note, sections in data.get("sections", {}).items()
        for number, title in sections.items()
    }
    notes = Notes(titles, [])
    for assignment, exercises in data.get("planned", {}).items():
        for exercise, (tier, *references) in exercises.items():
            where = f"{path}:{_line_of(text, exercise + ' =')}"
            if tier not in TIERS:
                raise UserError(f"{where}: {exercise} has tier {tier!r}; there are {', '.join(TIERS)}")
            sections = _resolve(notes, references, where, exercise)
            notes.planned.append(Planned(assignment, exercise, tier, sections))
    return notes


def _resolve(notes: Notes, references: Iterable[str], where: str, exercise: str) -> list[Section]:
    found = []
    for reference in references:
        section = notes.find(reference)
        if section is None:
            raise UserError(
                f"{where}: {exercise} names {reference!r}, which is not a section in {SOURCE}; "
                'write it as "003 §3.5.2" or "003 Ex 3.4", or add the section there'
            )
        found.append(section)
    return list(dict.fromkeys(found))


def _line_of(text: str, start: str) -> int:
    lines = text.splitlines()
    return next((i for i, line in enumerate(lines, 1) if line.startswith(start)), 1)


def coverage_rows(notes: Notes, assignments: list[Assignment]) -> dict[Section, CoverageRow]:
    rows = {section: CoverageRow() for section in notes.titles}
    for assignment in assignments:
        path = assignment.folder / "assignment.toml"
        text = path.read_text(encoding="utf-8")
        for exercise in assignment.exercise:
            line = _line_of(text, f'id = "{exercise.id}"')
            where = f"{path}:{line}"
            for section in _resolve(notes, exercise.notes, where, exercise.id):
                rows[section].present.setdefault(assignment.number, []).append(exercise.id)
    for planned in open_plans(notes, assignments):
        for section in planned.sections:
            row = rows[section]
            if planned.tier == "A":
                row.missing.setdefault(planned.assignment.split("_")[0], []).append(planned.exercise)
            else:
                row.later[planned.tier] = row.later.get(planned.tier, 0) + 1
    return rows


def count_questions(notes: Notes, bank: Bank, rows: dict[Section, CoverageRow]) -> None:
    for entry in bank.entries.values():
        path = entry.folder / QUESTIONS
        line = _line_of(path.read_text(encoding="utf-8"), f'id = "{entry.question.id}"')
        for section in _resolve(notes, entry.question.notes, f"{path}:{line}", entry.question.id):
            rows[section].questions += 1


def open_plans(notes: Notes, assignments: list[Assignment]) -> list[Planned]:
    """What is planned and not there. The catalogue calls some exercises by the class they ask for."""
    there = {name for a in assignments for e in a.exercise for name in (e.id, *e.names)}
    return [planned for planned in notes.planned if planned.exercise not in there]


# --- writing ----------------------------------------------------------------------------------------


def _notes_of(notes: Notes) -> list[str]:
    return list(dict.fromkeys(section.note for section in notes.titles))


def _summary(notes: Notes, rows: dict[Section, CoverageRow]) -> str:
    lines = ["| notes | sections | with exercises | only planned | prose |", "|---|---|---|---|---|"]
    for note in _notes_of(notes):
        own = {section: row for section, row in rows.items() if section.note == note}
        covered = _reaching(own, {s for s, row in own.items() if row.present})
        planned = _reaching(own, {s for s, row in own.items() if row.missing or row.later}) - covered
        rest = len(own) - len(covered) - len(planned)
        lines.append(f"| [{note}](#notes-{note}) | {len(own)} | {len(covered)} | {len(planned)} | {rest} |")
    return "\n".join(lines)


def _reaching(rows: dict[Section, CoverageRow], direct: set[Section]) -> set[Section]:
    """These sections, those around them, and those that are treated with the section around them."""
    around = {s for s in rows if any(s.holds(d) for d in direct)}
    return around | {s for s in rows if _treated_with(s, rows) in direct}


def _treated_with(section: Section, rows: dict[Section, CoverageRow]) -> Section | None:
    """For a section that nothing names: the one just around it, if something names that. A whole chapter is too wide."""
    row, (outer, _, _) = rows[section], section.number.rpartition(".")
    if row.present or row.missing or row.later or "." not in outer:
        return None
    parent = rows.get(Section(section.note, outer), CoverageRow())
    return Section(section.note, outer) if parent.present or parent.missing or parent.later else None


def _by_assignment(notes: Notes, assignments: list[Assignment]) -> str:
    lines = ["| assignment | exercises | open: A | B | C |", "|---|---|---|---|---|"]
    known = {a.name: a for a in assignments}
    still_open = open_plans(notes, assignments)
    for name in sorted({*known, *(p.assignment for p in notes.planned)}):
        counts = [sum(p.assignment == name and p.tier == tier for p in still_open) for tier in TIERS]
        there = known.get(name)
        shown = name + (" (draft)" if there and there.status == "draft" else "")
        lines.append(f"| {shown} | {len(there.exercise) if there else 0} | {' | '.join(map(str, counts))} |")
    return "\n".join(lines)


def _by_topic(bank: Bank) -> str:
    """The exam bank: questions of each topic, by kind."""
    kinds = list(dict.fromkeys(e.question.kind for e in bank.entries.values()))
    lines = [f"| exam questions | {' | '.join(kinds)} | all |", "|---" * (len(kinds) + 2) + "|"]
    folders = dict.fromkeys(e.folder for e in bank.entries.values())
    for name, entries in [*((f.name, bank.of_folder(f)) for f in folders), ("all", list(bank.entries.values()))]:
        counts = [sum(e.question.kind == kind for e in entries) for kind in kinds]
        lines.append(f"| {name} | {' | '.join(map(str, [*counts, len(entries)]))} |")
    return "\n".join(lines)


def _table(note: str, notes: Notes, rows: dict[Section, CoverageRow], with_questions: bool) -> str:
    """`with_questions`: a column more, where the course has an exam bank."""
    columns = ["section", "title", "exercises", "open", *(["questions"] if with_questions else [])]
    lines = [f"## Notes {note}", "", f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for section, title in notes.titles.items():
        if section.note == note:
            row, number = rows[section], section.number
            outer = _treated_with(section, rows)
            exercises = f"*(see {outer.number})*" if outer else _names(row.present)
            mark = "**" if "." not in number else ""
            line = f"| {mark}{number}{mark} | {mark}{title}{mark} | {exercises} | {_open(row)} |"
            lines.append(line + (f" {row.questions or ''} |" if with_questions else ""))
    return "\n".join(lines)


def _names(by_assignment: dict[str, list[str]]) -> str:
    return "; ".join(f"{number}: " + ", ".join(f"`{name}`" for name in names) for number, names in by_assignment.items())


def _open(row: CoverageRow) -> str:
    counts = ", ".join(f"{count} {tier}" for tier, count in sorted(row.later.items()))
    return "; ".join(part for part in (_names(row.missing), counts) if part)
