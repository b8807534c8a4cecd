"""In place of nbgrader's Execute: gradmark grades the hand-in in its jail, and each test cell shows what came out.

A test cell's output is one `execute_result`: its plain text is the points, which nbgrader reads; its Markdown is the
feedback, which people read. No kernel is started.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output
from nbgrader.api import Gradebook
from nbgrader.converters.base import NbGraderException
from nbgrader.preprocessors import Execute
from nbgrader.utils import is_grade, is_solution
from traitlets import Bool, Enum, Float, Integer, Unicode

from autograder.basics.words import Language, speaking
from autograder.course import Course, Selection, find_course
from autograder.errors import UserError
from autograder.exams.sitting import RECORD, Sitting, read_sitting
from autograder.grading.diagnose import LEVELS as HINTS
from autograder.grading.results import ExerciseResult, SubmissionResult
from autograder.intake.naming import own_name
from autograder.intake.places import Found
from autograder.jail.policy import LEVELS
from autograder.platforms.nbgrader.exam import EXAMS
from autograder.reports.feedback import escape_all, exercise_lines
from autograder.runs.exam_bundle import exam_language, grade_exam_hand_in
from autograder.runs.grade import Options, grade_found

Results = dict[str, SubmissionResult]
_graded: WeakKeyDictionary[Any, dict[tuple[str, str], Results]] = WeakKeyDictionary()
"""One run of `nbgrader autograde` -> (assignment, notebook) -> results by student."""
_sittings: WeakKeyDictionary[Any, dict[str, Sitting]] = WeakKeyDictionary()
"""The same -> exams by name."""


class GradeInJail(Execute):
    """Grades the notebooks that are called like an assignment of the gradmark course."""

    course = Unicode(help="The gradmark course: the folder with assignments/ and reference/.").tag(config=True)
    isolation = Enum(LEVELS, "standard", help="As in gradmark grade --isolation.").tag(config=True)
    hints = Enum(HINTS, "mistake", help="As in gradmark grade --hints.").tag(config=True)
    jobs = Integer(0, help="Graders side by side; 0: as many as there are cores.").tag(config=True)
    submission_seconds = Float(None, allow_none=True, help="As in gradmark grade --submission-seconds.").tag(config=True)
    run_others = Bool(
        False,
        help="Whether notebooks that are not gradmark's are run in a kernel, unjailed, as nbgrader does.",
    ).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Any, km: Any = None) -> tuple[NotebookNode, Any]:
        place = resources["nbgrader"]
        try:
            course = find_course(Path(self.course) if self.course else None)
            exam = self.exam(course, place)
            if exam is None and place["notebook"] not in {folder.name for folder in course.folders()}:
                if self.run_others:
                    return super().preprocess(nb, resources, km)
                raise UserError(
                    f"{course.root} has no assignment {place['notebook']}, so it is not run; if nbgrader is to run it in a "
                    "kernel, without a jail: c.GradeInJail.run_others = True in nbgrader_config.py"
                )
            if exam is not None:
                result, language = self.judged(exam, place), exam_language(exam)
            else:
                result = self.results(course, place)[place["student"]]
                language = Language(course.language(course.assignment(place["notebook"])), course.root)
        except UserError as error:
            raise NbGraderException(f"gradmark: {error}") from None
        by_id = {e.id: e for e in result.exercises}
        for cell in nb.cells:
            if is_grade(cell) and not is_solution(cell):
                marks = cell.metadata.nbgrader
                graded = by_id.get(marks.grade_id) or nothing(marks.grade_id, float(marks.points))
                with speaking(language):
                    cell.outputs = [points_and_feedback(graded, float(marks.points))]
        if result.notes:
            nb.cells.insert(0, new_markdown_cell("\n".join(f"> {escape_all(n)}\n" for n in result.notes)))
        return nb, resources

    def exam(self, course: Course, place: dict[str, str]) -> Sitting | None:
        """If the notebook is that of an exam which lies in this nbgrader course (`exam.py`)."""
        made = Path(self.parent.parent.coursedir.root) / EXAMS / place["notebook"]
        if not (made / RECORD).is_file():
            return None
        known = _sittings.setdefault(self.parent.parent, {})
        if place["notebook"] not in known:
            known[place["notebook"]] = read_sitting(course, made)
        return known[place["notebook"]]

    def judged(self, exam: Sitting, place: dict[str, str]) -> SubmissionResult:
        """Answers are read and compared; nothing is run. A hand-in that is not clear gets no points, and its note."""
        found = hand_ins(self.parent.parent, place["assignment"])[place["student"]]
        result = grade_exam_hand_in(exam, found.path, student=place["student"])
        if result.not_gradable:
            self.log.warning("gradmark: %s: %s", place["student"], result.not_gradable)
        return result

    def results(self, course: Course, place: dict[str, str]) -> Results:
        """Of all hand-ins that this run of the command has found, graded side by side when the first is asked for."""
        converter = self.parent.parent
        known = _graded.setdefault(converter, {})
        key = place["assignment"], place["notebook"]
        if key not in known:
            found = hand_ins(converter, place["assignment"])
            self.log.info("gradmark grades %d submissions of %s", len(found), place["notebook"])
            out = Path(converter.coursedir.root) / "gradmark" / place["assignment"]
            selection = self.selection(course, place)
            options = Options(
                only=[e.id for e in selection.exercises],
                isolation=self.isolation,
                hints=self.hints,
                jobs=self.jobs,
                quiet=True,
                submission_seconds=self.submission_seconds,
                replace=True,
            )
            graded = grade_found(course, selection, list(found.values()), out, options)
            by_name = {r.submission: r for r in graded.results}
            known[key] = {student: by_name[each.name] for student, each in found.items()}
        return known[key]

    def selection(self, course: Course, place: dict[str, str]) -> Selection:
        """What is graded, and for how many points, is what the gradebook says."""
        assignment = course.assignment(place["notebook"])
        with Gradebook(place["db_url"]) as gradebook:
            notebook = gradebook.find_notebook(place["notebook"], place["assignment"])
            by_hand = {cell.name for cell in notebook.solution_cells}
            points = {c.name: float(c.max_score) for c in notebook.grade_cells if c.name not in by_hand}
        chosen = assignment.select(list(points))
        exercises = [e.model_copy(update={"points": points[e.id]}) for e in chosen.exercises if e.id in points]
        return chosen.model_copy(update={"exercises": exercises})


def hand_ins(converter: Any, assignment: str) -> dict[str, Found]:
    """What the command was asked to grade, by student, found as nbgrader finds it.

    A student id is whatever somebody made a folder of: it must be no file of ours, nor any other student's name.
    """
    folders = converter.coursedir
    pattern = re.compile(folders.format_path(folders.submitted_directory, "(?P<student>.*)", "(?P<assignment>.*)", escape=True))
    matches = [(Path(folder), pattern.fullmatch(folder)) for folder in converter.assignments]
    return {m["student"]: Found(own_name(m["student"]), folder) for folder, m in matches if m and m["assignment"] == assignment}


def nothing(question: str, points: float) -> ExerciseResult:
    """Of a question of a hand-in that is not clear."""
    return ExerciseResult(id=question, earned=0.0, possible=points)


def points_and_feedback(result: ExerciseResult, most: float) -> NotebookNode:
    feedback = "##" + "\n".join(exercise_lines(result))  # a smaller heading: the page has its own
    points = repr(min(float(result.earned), most))  # never more than the cell has, by rounding
    return new_output("execute_result", {"text/plain": points, "text/markdown": feedback}, execution_count=None)
