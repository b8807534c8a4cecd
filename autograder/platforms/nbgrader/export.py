"""Scores and comments into an nbgrader gradebook, through nbgrader's own API.

For a class that was graded by `gradmark grade` and is kept in nbgrader: an exercise goes into the test cell called like it,
its feedback into the comment of the answer above. What people decided there (manual scores, extra credit, their own
comments, late penalties) stays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.grading.results import ExerciseResult, SubmissionResult
from autograder.platforms.nbgrader import cell_ids
from autograder.platforms.nbgrader.version import require_nbgrader, tools_on_path
from autograder.reports.feedback import exercise_lines


def write(results: list[SubmissionResult], out: Path, *, database: str, assignment: str) -> list[Path]:
    """All or nothing: UserError before the first score if a student, the assignment or a cell is not in the gradebook."""
    require_nbgrader()
    tools_on_path()
    file = Path(database.removeprefix("sqlite:///")) if database.startswith("sqlite:///") else None
    if file and not file.is_file():
        raise UserError(f"there is no gradebook {file}; nbgrader generate_assignment makes one")
    from nbgrader.api import Gradebook, MissingEntry

    with Gradebook(database) as gradebook:
        try:
            notebooks = gradebook.find_assignment(assignment).notebooks
        except MissingEntry:
            have = ", ".join(a.name for a in gradebook.assignments) or "none"
            raise UserError(f"{database} has no assignment {assignment!r}; it has: {have}") from None
        places = {cell.name: (notebook.name, cell.max_score) for notebook in notebooks for cell in notebook.grade_cells}
        _refuse_unknown(results, set(places), {student.id for student in gradebook.students}, database)
        for result in results:
            gradebook.update_or_create_submission(assignment, result.submission)
            for e in result.exercises:
                notebook, most = places[e.id]
                _enter(gradebook, e, most, (notebook, assignment, result.submission))
        gradebook.db.commit()
    return [file] if file else []


def _refuse_unknown(results: list[SubmissionResult], cells: set[str], students: set[str], database: str) -> None:
    strangers = sorted({r.submission for r in results} - students)
    if strangers:
        raise UserError(
            f"{database} does not know {', '.join(strangers[:5])}{' and others' if strangers[5:] else ''}; nothing was "
            f"written. Add them first: nbgrader db student add {strangers[0]}"
        )
    without = sorted({e.id for r in results for e in r.exercises} - cells)
    if without:
        raise UserError(f"{database} has no test cell for {', '.join(without)}; nothing was written")


def _enter(gradebook: Any, e: ExerciseResult, most: float, place: tuple[str, str, str]) -> None:
    from nbgrader.api import MissingEntry

    grade = gradebook.find_grade(e.id, *place)
    grade.auto_score = most * e.earned / e.possible if e.possible else 0.0
    grade.needs_manual_grade = grade.manual_score is not None
    try:
        comment = gradebook.find_comment(cell_ids.answer_of(e.id), *place)
    except MissingEntry:
        return  # a gradebook of somebody else's notebook: the score is what counts
    comment.auto_comment = "####" + "\n".join(exercise_lines(e)).removeprefix("##")
