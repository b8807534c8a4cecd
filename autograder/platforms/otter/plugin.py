"""What otter calls while it grades: the hand-in is taken away, graded by gradmark in the jail, and the result put back.

otter runs a submission in a kernel that also runs its tests and writes its scores. Here that kernel gets an empty notebook
in an empty folder, and nothing that it says is used.
"""

from __future__ import annotations

import contextlib
import math
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from otter.plugins import AbstractOtterPlugin
from otter.run.run_autograder.utils import OtterRuntimeError
from otter.test_files.abstract_test import TestCase, TestCaseResult
from otter.test_files.exception_test import ExceptionTestFile

from autograder.basics.words import speaking, tr
from autograder.checks.finding import Finding
from autograder.errors import UserError
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult, hint_title
from autograder.platforms.otter.names import BUNDLE, STUDENT_FILES
from autograder.platforms.otter.reading import handed_in, read_anything
from autograder.platforms.otter.version import require_otter
from autograder.reports.feedback import feedback_markdown, one_reason
from autograder.runs.bundle import has_exam, language_of, open_bundle
from autograder.runs.warm_call import grade_once, grade_warm
from autograder.suites.outcome import Outcome

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from otter.assign import Assignment
    from otter.run import AutograderConfig
    from otter.test_files import GradingResults

read_anything()


class Gradmark(AbstractOtterPlugin):
    result: SubmissionResult
    report: str
    cases: dict[str, ExceptionTestFile]

    def __init__(self, submission_path: str, submission_metadata: dict, plugin_config: dict) -> None:
        super().__init__(submission_path, submission_metadata, plugin_config)
        try:
            require_otter()
        except UserError as error:
            print(f"warning: {error}", file=sys.stderr)

    # --- making an assignment -----------------------------------------------------------------------------------

    def during_assign(self, assignment: Assignment) -> None:
        """The students' folder needs more than a notebook: public checks, given code, data, the wheel."""
        files = Path(assignment.master).parent / STUDENT_FILES
        if files.is_dir():
            shutil.copytree(files, Path(assignment.get_stu_path()), dirs_exist_ok=True)

    # --- grading ------------------------------------------------------------------------------------------------

    def before_grading(self, config: AutograderConfig) -> None:
        """Takes the hand-in away before otter reads a pickled log, or Python a module, from where it lies.

        The notebook itself stays for now, so that otter can make a PDF of it.
        """
        config.grade_from_log = False
        self.may_stay = config.otter_run  # a container has one hand-in in its life, and ends with it
        submission = Path(self.submission_path)
        source = submission.parent.parent / "source"
        self.bundle = source / "files" / BUNDLE
        if not self.bundle.is_file():
            raise OtterRuntimeError(f"this autograder zip has no {BUNDLE}: make it with gradmark release")
        with contextlib.suppress(OSError):
            self.bundle.chmod(0o600)
        self.home = tempfile.TemporaryDirectory(prefix="gradmark-")
        self.hand_in.mkdir()
        otters = otters_own(submission.parent, source, config.zips)
        for path in submission.parent.iterdir():
            if path.name in otters:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            elif path != submission:
                shutil.move(path, self.hand_in)

    @property
    def hand_in(self) -> Path:
        return Path(self.home.name, "hand_in")

    def before_execution(self, submission: NotebookNode) -> NotebookNode:
        """Grades it; what otter executes is empty."""
        from nbformat.v4 import new_notebook

        unreadable = handed_in(Path(self.submission_path))
        moved = Path(shutil.move(self.submission_path, self.hand_in))
        if unreadable is not None:
            moved.write_bytes(unreadable)
        home = Path(self.home.name)
        settings = {"isolation": "standard", "hints": "mistake", **self.plugin_config}
        try:
            if has_exam(self.bundle):
                self._judge_exam(open_bundle(self.bundle, home / "bundle"))
                return new_notebook()
            grade = grade_warm if self.may_stay else grade_once
            self.result = grade(self.bundle, self.hand_in, home, **settings)
            with speaking(language_of(open_bundle(self.bundle, home / "language"))):
                self.report = feedback_markdown(self.result)
                self.cases = {e.id: as_test_file(e) for e in self.result.exercises}
        except UserError as error:
            # For staff: it may quote what is hidden. What otter raises ends up before students.
            print(error, file=sys.stderr)
            raise OtterRuntimeError("gradmark could not grade this; its log says why") from None
        finally:
            self.home.cleanup()
        return new_notebook()

    def _judge_exam(self, bundle: Path) -> None:
        """Answers are read and compared. Whose they are says the seal in the notebook, or the file's name."""
        # Here and not above: it takes long, and only exams need it.
        from autograder.runs.exam_bundle import exam_language, grade_exam_hand_in, sitting_of

        sitting = sitting_of(bundle)
        student = Path(self.submission_path).stem
        self.result = grade_exam_hand_in(sitting, self.hand_in, student="" if student == sitting.name else student)
        if self.result.not_gradable:
            print(self.result.not_gradable, file=sys.stderr)
        with speaking(exam_language(sitting)):
            self.report = feedback_markdown(self.result)
            graded = {e.id: e for e in self.result.exercises}
            for question, points in sitting.exam.points.items():
                if sitting.bank.entry(question).question.kind != "text" and question not in graded:
                    graded[question] = ExerciseResult(
                        id=question, earned=0.0, possible=points, tests=[no_answer(question, points)]
                    )
            self.cases = {name: as_test_file(e, hidden=True) for name, e in graded.items()}

    def after_grading(self, results: GradingResults) -> None:
        results.results = self.cases
        results._catastrophic_error = None  # of the empty notebook; it decides nothing
        if self.result.notes:
            results.set_output("\n".join(self.result.notes))

    def generate_report(self) -> str:
        return self.report


def otters_own(folder: Path, source: Path, unpacked: bool) -> set[str]:
    """What lies beside the hand-in because of otter: tests, files of its zip, an empty __init__.py, what it unpacked."""
    names = {"tests", *(p.name for p in (source / "files").iterdir())}
    if unpacked:
        names |= {p.name for p in folder.glob("*.zip")}
    marker = folder / "__init__.py"
    return names | {marker.name} if marker.is_file() and not marker.stat().st_size else names


def no_answer(question: str, points: float) -> TestResult:
    """Of a question of a hand-in that is not clear."""
    what = Finding("the hand-in could not be graded")
    return TestResult(id=question, title=question, outcome=Outcome.ERROR, earned=0.0, possible=points, finding=what)


def as_test_file(e: ExerciseResult, hidden: bool = False) -> ExceptionTestFile:
    """An exercise as otter shows one: a case for every hidden test, its message for students in it."""
    points = round_shares([t.possible for t in e.tests], e.possible)
    cases = [TestCase(t.title, None, hidden, p, None, told) for t, p, told in zip(e.tests, points, _hints(e))]
    file = ExceptionTestFile(e.id, f"tests/{e.id}.py", cases, all_or_nothing=False)
    file.test_case_results = [TestCaseResult(case, said, t.passed) for case, t, said in zip(cases, e.tests, _messages(e))]
    if not file.passed_all:
        file.update_score(e.earned)
    return file


def round_shares(shares: list[float], total: float) -> list[float]:
    """Shares of a total in hundredths that add up to it: 0.67, 0.67 and 0.66 of 2 points."""
    unit = 100 if round(total, 2) == total else 1_000_000
    wanted = [share * unit for share in shares]
    whole = [math.floor(w + 1e-6) for w in wanted]
    left = round(total * unit) - sum(whole)
    most_lost = sorted(range(len(shares)), key=lambda i: (whole[i] - wanted[i], i))
    for i in most_lost[: max(left, 0)]:
        whole[i] += 1
    for i in most_lost[::-1][: max(-left, 0)]:  # shares that were rounded up before
        whole[i] -= 1
    return [w / unit for w in whole]


def _hints(e: ExerciseResult) -> list[str | None]:
    """Above the first failed test that they are about: each hint once, and what else the student should know."""
    said: set[str] = set()
    found: list[str | None] = []
    for t in e.tests:
        about = [] if t.passed else [f"{hint_title(t.firm)}: {t.hint}"] if t.hint else []
        about += [] if t.passed else [*([e.credit] if e.credit else []), *e.notes]
        new = [each for each in about if each not in said]
        said.update(new)
        found.append("\n".join(new) or None)
    return found


def _messages(e: ExerciseResult) -> list[str]:
    """Of each test; what holds for all of them is said at the first."""
    if one_reason(e):
        return [f"❌ {e.tests[0].reason}", *["❌ " + tr("the same")] * (len(e.tests) - 1)]
    return ["✅ " + tr("passed") if t.passed else f"❌ {t.message or t.outcome}" for t in e.tests]
