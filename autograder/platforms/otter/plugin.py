"""What otter calls while it grades: the hand-in is taken away, graded by gradmark in the jail, and the result put back.

otter runs a submission in a kernel that also runs its tests and writes its scores. Here that kernel gets an empty notebook
in an empty folder, and nothing that it says is used.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from otter.plugins import AbstractOtterPlugin
from otter.run.run_autograder.utils import OtterRuntimeError
from otter.test_files.abstract_test import TestCase, TestCaseResult
from otter.test_files.exception_test import ExceptionTestFile

from autograder.errors import UserError
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult
from autograder.platforms.otter.master import BUNDLE
from autograder.platforms.otter.release import STUDENT_FILES
from autograder.platforms.otter.version import require_otter
from autograder.reports.feedback import feedback_markdown
from autograder.runs.bundle import open_bundle
from autograder.runs.one_hand_in import grade_one

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from otter.assign import Assignment
    from otter.run import AutograderConfig
    from otter.test_files import GradingResults


class Gradmark(AbstractOtterPlugin):
    result: SubmissionResult

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

        shutil.move(self.submission_path, self.hand_in)
        home = Path(self.home.name)
        settings = {"isolation": "standard", "hints": "mistake", **self.plugin_config}
        try:
            bundle = open_bundle(self.bundle, home / "bundle")
            self.result = grade_one(bundle, self.hand_in, home, **settings)
        except UserError as error:
            # For staff: it may quote what is hidden. What otter raises ends up before students.
            print(error, file=sys.stderr)
            raise OtterRuntimeError("gradmark could not grade this; its log says why") from None
        finally:
            self.home.cleanup()
        return new_notebook()

    def after_grading(self, results: GradingResults) -> None:
        results.results = {e.id: as_test_file(e) for e in self.result.exercises}
        results._catastrophic_error = None  # of the empty notebook; it decides nothing
        if self.result.notes:
            results.set_output("\n".join(self.result.notes))

    def generate_report(self) -> str:
        return feedback_markdown(self.result)


def otters_own(folder: Path, source: Path, unpacked: bool) -> set[str]:
    """What lies beside the hand-in because of otter: tests, files of its zip, an empty __init__.py, what it unpacked."""
    names = {"tests", *(p.name for p in (source / "files").iterdir())}
    if unpacked:
        names |= {p.name for p in folder.glob("*.zip")}
    marker = folder / "__init__.py"
    return names | {marker.name} if marker.is_file() and not marker.stat().st_size else names


def as_test_file(e: ExerciseResult) -> ExceptionTestFile:
    """An exercise as otter shows one: a case for every hidden test, its message for students in it."""
    points = [t.possible for t in e.tests]
    if points:
        points[-1] = e.possible - sum(points[:-1])  # shares are rounded; their sum is not to be
    cases = [TestCase(t.title, None, False, p, None, t.hint or None) for t, p in zip(e.tests, points)]
    file = ExceptionTestFile(e.id, f"tests/{e.id}.py", cases, all_or_nothing=False)
    file.test_case_results = [TestCaseResult(case, _message(t), t.passed) for case, t in zip(cases, e.tests)]
    if not file.passed_all:
        file.update_score(e.earned)
    return file


def _message(t: TestResult) -> str:
    return "✅ passed" if t.passed else f"❌ {t.message or t.outcome}"
