"""The grades of a whole course, from the output folders of its runs: those that gradmark.toml names, else those found in it."""

from __future__ import annotations

from pathlib import Path

from autograder.course.load import Course
from autograder.course.semester import CountedAssignment, GradesTable
from autograder.errors import UserError
from autograder.exams.bank import exam_names
from autograder.gradebook.book import Gradebook, rules_of
from autograder.gradebook.exam_run import exam_of
from autograder.gradebook.ledger import InForce, decide, student_subject
from autograder.gradebook.pending_regrade import recall
from autograder.gradebook.roster import RosterStudent, read_roster
from autograder.gradebook.semester import CourseGrades, RunOfCourse, course_grades

_MARKS = ("run.db", "run.db.url")
_DEEPEST = 3


def grades_of_course(course: Course) -> CourseGrades:
    table, found = _table(course)
    runs = [_run(course, counted) for counted in table.assignment]
    slip_days = course.settings().late.slip_days
    grades = course_grades(runs, table, slip_days, _roster(course, table))
    if not grades.lines and not grades.nobody:
        raise UserError(
            f"none of the folders in {course.root / 'gradmark.toml'} holds a run yet; start one with: gradmark grade"
        )
    notes = list(grades.notes)
    if found:
        notes.insert(
            0,
            "gradmark.toml has no [[grades.assignment]]; these folders were found, each counts the same. To change that:",
        )
        notes[1:1] = [
            line
            for a in table.assignment
            for line in ("  [[grades.assignment]]", f'  name = "{a.name}"', f'  folder = "{a.folder}"', "  weight = 1")
        ]
    return CourseGrades(**{**grades.__dict__, "notes": tuple(notes)})


def write_slips(course: Course, grades: CourseGrades, by: str) -> list[Path]:
    """Tells every run how many slip days each student has left for it, so that its grades and pages agree. Folders changed."""
    changed = []
    for folder, left in grades.slips_left.items():
        place = course.root / folder
        with Gradebook(place) as book:
            snap = book.snapshot()
            decided, allowed = InForce(snap.decisions), rules_of(snap).policy.slip_days
            new = {}
            for student in snap.students:
                said = decided.about("slips", [student_subject(student.key)]).get("")
                days = min(left.get(student.key, allowed), allowed)
                if days != (allowed if said is None else int(said.value or 0)):
                    new[student.key] = days
            if not new:
                continue
            with book.writing() as db:
                for key, days in new.items():
                    reason = "left of the course's slip days"
                    decide(db, "slips", student_subject(key), by=by, value=float(days), reason=reason)
        changed.append(place)
    return changed


def _table(course: Course) -> tuple[GradesTable, bool]:
    """What gradmark.toml says, and whether folders had to be looked for."""
    table = course.settings().grades
    if table.assignment:
        return table, False
    by_name: dict[str, list[str]] = {}
    for folder in _folders(course.root):
        with Gradebook(folder) as book:
            if book.assignment and Path(str(book.plan.get("root", ""))).resolve() == course.root.resolve():
                by_name.setdefault(book.assignment, []).append(folder.relative_to(course.root).as_posix())
    if not by_name:
        raise UserError(
            f"{course.root} has no graded assignments: no folder in it is the output of gradmark grade. If they are elsewhere, "
            "name them in gradmark.toml ([[grades.assignment]] with name and folder)"
        )
    several = {name: folders for name, folders in by_name.items() if len(folders) > 1}
    if several:
        name, folders = sorted(several.items())[0]
        raise UserError(
            f"{name} was graded into several folders ({', '.join(folders)}): say which one counts in gradmark.toml, with "
            f'[[grades.assignment]], name = "{name.split("_")[0] if name[:1].isdigit() else name}" and folder = "{folders[0]}"'
        )
    counted = [CountedAssignment(name=name, folder=folders[0]) for name, folders in sorted(by_name.items())]
    return table.model_copy(update={"assignment": counted}), True


def _folders(root: Path, depth: int = 0) -> list[Path]:
    if any((root / mark).is_file() for mark in _MARKS):
        return [root]
    if depth == _DEEPEST:
        return []
    inner = sorted(p for p in root.iterdir() if p.is_dir() and not p.is_symlink() and not p.name.startswith((".", "_")))
    skipped = ("assignments", "reference", "node_modules", "site-packages") if depth == 0 else ()
    return [found for p in inner if p.name not in skipped for found in _folders(p, depth + 1)]


def _run(course: Course, counted: CountedAssignment) -> RunOfCourse:
    folder = course.root / counted.folder
    is_exam = counted.name in exam_names(course) or _holds_exam(folder, counted.name)
    name = counted.name if is_exam else course.assignment(counted.name).name
    label = counted.title or (name if is_exam else course.assignment(name).number)
    if not any((folder / mark).is_file() for mark in _MARKS):
        return RunOfCourse(label, counted.weight, counted.folder, None)
    with Gradebook(folder) as book:
        if book.assignment != name:
            raise UserError(
                f"{course.root / 'gradmark.toml'}: {counted.folder} holds a run of {book.assignment}, not of {name}"
            )
        with book.reading() as db:
            chosen = (recall(db, "selection") or {}).get("set")
        return RunOfCourse(
            label if counted.title or not chosen else f"{label}/{chosen}", counted.weight, counted.folder, book.snapshot()
        )


def _holds_exam(folder: Path, name: str) -> bool:
    """Also of an exam that exams.toml does not have any more."""
    if not any((folder / mark).is_file() for mark in _MARKS):
        return False
    with Gradebook(folder) as book:
        return book.assignment == name and exam_of(book.plan) is not None


def _roster(course: Course, table: GradesTable) -> list[RosterStudent]:
    return read_roster(course.root / table.roster)[0] if table.roster else []
