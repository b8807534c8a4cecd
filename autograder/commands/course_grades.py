"""The course's part of `gradmark grades`: one table over all assignments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.book_options import points

if TYPE_CHECKING:
    from autograder.gradebook.semester import CourseGrades, CourseLine, GradeCell

_SHORT = {"missing": "missing", "excused": "excused", "not gradable": "unreadable", "grading": "waits", "not listed": "-"}


def show_course(place: Path | None, who: str | None, csv: Path | None, apply_slips: bool, as_json: bool) -> None:
    import json

    from autograder.course import find_course
    from autograder.gradebook.course_book import grades_of_course
    from autograder.platforms.course_table import course_record, line_record, write_course_table

    course = find_course(place)
    grades = grades_of_course(course)
    if apply_slips:
        _apply(course.root, grades)
        grades = grades_of_course(course)
    if csv is not None:
        write_course_table(grades, csv)
    line = _one(grades, who) if who else None
    if as_json:
        print(json.dumps(line_record(grades, line) if line else course_record(grades), indent=2))
    elif line:
        _show_line(grades, line)
    else:
        _show_table(grades, csv)


def _apply(root: Path, grades: CourseGrades) -> None:
    from autograder.course import Course
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.course_book import write_slips
    from autograder.gradebook.ledger import who_am_i
    from autograder.reports.refresh import refresh

    for folder in write_slips(Course(root), grades, who_am_i(None)):
        with Gradebook(folder) as book:
            refresh(book)


def _one(grades: CourseGrades, who: str) -> CourseLine:
    from autograder.errors import UserError

    wanted = who.strip().casefold()
    exact = [line for line in grades.lines if wanted in (line.key.casefold(), line.email.casefold(), line.name.casefold())]
    found = exact or [line for line in grades.lines if wanted in line.name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError(f"{who!r} matches several: {', '.join(f'{x.name} ({x.key})' for x in found[:6])}; give the id")
    raise UserError(f"nobody in this course is called {who!r}; list everybody with: gradmark grades")


def _show_table(grades: CourseGrades, csv: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold")
    table.add_column("student")
    for label, weight, possible in zip(grades.labels, grades.weights, grades.possible):
        of = "not graded" if possible is None else f"of {points(possible)}"
        table.add_column(Text(f"{label}\n{of}\nx {points(weight)}"), justify="right")
    table.add_column("total\n%", justify="right")
    table.add_column("", justify="left")
    if grades.slip_days is not None:
        table.add_column(f"slip days\nof {grades.slip_days}", justify="right")
    for line in grades.lines:
        slips = [str(line.slips_used or "")] if grades.slip_days is not None else []
        total = "" if line.total is None else points(line.total)
        label = line.name if line.name == line.key else f"{line.name} ({line.key})"
        table.add_row(Text(label), *(_cell(c) for c in line.cells), total, "open" if line.is_open else "", *slips)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 200  # a file or a pipe has no edge
    console.print(table)
    if any(c.dropped for line in grades.lines for c in line.cells):
        console.print("(8): dropped, the lowest of this student")
    if any(c.days_late or c.time_unknown for line in grades.lines for c in line.cells):
        console.print("L: late, with its penalty; L?: late, and nobody has said when")
    for assignment, submission, why in grades.nobody:
        console.print(Text(f"in nobody's line: {assignment} {submission} ({why})", style="yellow"), soft_wrap=True)
    if grades.differing:
        many = "1 grade here differs" if grades.differing == 1 else f"{grades.differing} grades here differ"
        text = f"{many} from their own folder: slip days are the course's. To change it there: gradmark grades --apply-slips"
        console.print(Text(text, style="yellow"), soft_wrap=True)
    for note in grades.notes:
        console.print(Text(note), soft_wrap=True)
    if csv is not None:
        console.print(Text(f"wrote {csv}"))


def _cell(c: GradeCell) -> str:
    if c.final is None or c.state == "missing":
        return _SHORT.get(c.state, "") if not c.dropped else f"({_SHORT[c.state]})"
    late = " L?" if c.time_unknown else " L" if c.days_late else ""
    unread = f" +{c.unread} to read" if c.unread else ""
    shown = f"({points(c.final)})" if c.dropped else points(c.final)
    return f"{shown}{late}{unread}"


def _show_line(grades: CourseGrades, line: CourseLine) -> None:
    from rich.console import Console

    from autograder.platforms.course_table import status_words

    console = Console(markup=False, highlight=False, soft_wrap=True)
    total = "nothing counts yet" if line.total is None else f"{points(line.total)} %"
    console.print(f"{line.name} ({line.key}): {total}{', still open' if line.is_open else ''}")
    for label, weight, cell in zip(grades.labels, grades.weights, line.cells):
        earned = "" if cell.final is None else f"{points(cell.final)} of {points(cell.possible)}, "
        console.print(f"  {label} (weight {points(weight)}): {earned}{status_words(cell)}")
    if grades.slip_days is not None:
        console.print(f"  slip days: {line.slips_used} of {grades.slip_days} used")
