"""The course that grades one exam and holds nothing else, and one hand-in graded with it: for otter's and Gradescope's zips.

It holds references, mistakes, the secret and who got which variant: it never leaves the instructor's side. Of the bank it
has the exam's own questions only.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from pathlib import Path

from autograder.basics.words import ENGLISH, Language
from autograder.course.load import Course
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.exams.bank import HELPERS, QUESTIONS, BankEntry, load_bank
from autograder.exams.notebook import HandIn, read_hand_in
from autograder.exams.sitting import RECORD, Sitting, read_sitting
from autograder.gradebook.matching import match
from autograder.grading.exam_result import exam_result, not_graded
from autograder.grading.results import SubmissionResult
from autograder.intake.limits import IntakeError
from autograder.intake.naming import Author
from autograder.intake.places import Found, found_to_json
from autograder.runs.bundle import EXAM
from autograder.runs.exam_grading import NOT_CLEAR
from autograder.runs.exam_hand_ins import owner, roster_of
from autograder.suites.reference import suite_parts


def exam_bundle_files(made: Path, sitting: Sitting) -> dict[str, bytes]:
    """Name -> content. `made`: the folder that `gradmark exam make` wrote."""
    course, entries = sitting.course, [sitting.bank.entry(q) for q in sitting.exam.points]
    files = {f"{EXAM}/{RECORD.as_posix()}": (made / RECORD).read_bytes()}
    files[".gradmark/secret"] = (course_secret(course).hex() + "\n").encode()
    for folder in dict.fromkeys(entry.folder for entry in entries):
        place = folder.relative_to(course.root).as_posix()
        ours = [entry for entry in entries if entry.folder == folder]
        files[f"{place}/{QUESTIONS}"] = _only(folder / QUESTIONS, {e.question.id for e in ours}).encode()
        if (folder / HELPERS).is_file():
            files[f"{place}/{HELPERS}"] = (folder / HELPERS).read_bytes()
    for path in sorted({path for entry in entries for path in _behind(entry)}):
        files[path.relative_to(course.root).as_posix()] = path.read_bytes()
    return files


def _only(path: Path, wanted: set[str]) -> str:
    """The same file with these questions."""
    text = path.read_text(encoding="utf-8")
    head, *blocks = re.split(r"(?m)^(?=\[\[question\]\])", text)
    kept = [b for b in blocks if (said := re.search(r'(?m)^id\s*=\s*"(\w+)"', b)) and said[1] in wanted]
    if len(kept) != len(wanted):
        raise UserError(f'{path}: write each question as [[question]] with id = "..." on a line of its own')
    return head + "".join(kept)


def _behind(entry: BankEntry) -> list[Path]:
    """What the answer is computed with: the exercise's reference, what that imports, its mistakes, given code. No suite."""
    found = entry.exercise
    if found is None:
        return []
    assignment, exercise = found
    parts = suite_parts(assignment, exercise)
    needed = [path for role, path in parts.items() if role.split()[0] in ("reference", "given")]
    concept = assignment.concept(exercise.module)
    extra = [assignment.folder / "assignment.toml", concept.mistakes]
    return [path for path in [*needed, *extra] if path.is_file()]


def sitting_of(bundle: Path) -> Sitting:
    return read_sitting(Course(bundle), bundle / EXAM)


def load_exam(bundle: Path) -> int:
    """All that judging loads; how many questions there are."""
    sitting = sitting_of(bundle)
    return len(sitting.variants(sitting.candidates[0])) if sitting.candidates else len(load_bank(sitting.course).entries)


def exam_language(sitting: Sitting) -> Language:
    return Language(sitting.course.settings().language or ENGLISH, sitting.course.root)


def grade_exam_hand_in(
    sitting: Sitting, place: Path, people: Iterable[tuple[str, str, str]] = (), student: str = ""
) -> SubmissionResult:
    """Judges the one hand-in that lies there, a notebook or a folder with one. Nothing of it is run.

    `people`: who handed it in as the platform says, as (name, e-mail, id); `student`: the same by a name of the platform's own.
    Those who are not on the roster say nothing; others must be whom the notebook's seal names.
    """
    start = time.time()
    author = Author(student, people=tuple(people))
    found = Found("submission", place, owner=author)
    known = {c.key: c for c in sitting.candidates}
    whose = match({found.name: found_to_json(found)}, roster_of(sitting)).matches[found.name].students
    by_name = whose[0] if len(whose) == 1 else ""
    try:
        read = read_hand_in(found.read(prefer=sitting.name).main, "The hand-in")
        key, problem = owner(sitting, read, by_name)
    except IntakeError as error:
        read, key, problem = HandIn(answers={}), by_name, error.for_staff
    candidate = known.get(key)
    if candidate is None or problem:
        variants = sitting.variants(candidate or sitting.candidates[0])
        name = candidate.folder if candidate else "submission"
        return not_graded(name, sitting.name, sitting.exam, variants, problem, NOT_CLEAR)
    result = exam_result(candidate.folder, sitting.name, sitting.exam, sitting.variants(candidate), read.answers)
    result.timing = {"total": round(time.time() - start, 3), "finished": time.time()}
    return result
