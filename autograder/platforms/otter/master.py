"""The master notebook for `otter assign`, made from the same cells as the plain notebooks.

otter cuts the student's version out of the master: of an answer's cell it drops what stands between its solution
marks and keeps what stands between its prompt marks. So that cell holds the reference and, as a string that does
nothing, the very stub that the plain release has.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from autograder.authoring.notebook import build_notebook
from autograder.basics.words import mark, tr
from autograder.course.load import Course
from autograder.course.model import Exercise, Selection
from autograder.errors import UserError
from autograder.platforms.otter.names import BUNDLE
from autograder.platforms.otter.version import FOR_STUDENTS

if TYPE_CHECKING:
    from nbformat import NotebookNode

PLUGIN = "autograder.platforms.otter.plugin.Gradmark"
# In the first cell, which has to find the folder before otter can read what lies in it.
SETUP = {
    "str(wheel)]": f'str(wheel), "{FOR_STUDENTS}"]',
    "try:\n    from autograder import ": "try:\n    import otter\n\n    from autograder import ",
}
ANSWER = """\
# BEGIN SOLUTION NO PROMPT
{solution}
# END SOLUTION
r'''  # BEGIN PROMPT
{stub}
'''  # END PROMPT"""
PUBLIC = """\
def test_public(env):
    from autograder.platforms.otter.check import check_public
    check_public("{id}", env)"""
HIDDEN = """\
# HIDDEN
def test_hidden():
    raise AssertionError("gradmark's plugin decides these points, and it was not asked")"""
HAND_IN = mark("Hand in this zip. Each answer is graded from the definitions it needs: a broken cell elsewhere costs nothing.")


def build_master(course: Course, selection: Selection, requirements: list[str]) -> NotebookNode:
    """`requirements` are what the grading image installs."""
    master = build_notebook(course, selection)
    solved = build_notebook(course, selection, solutions=True)
    cells = _Master(selection, _by_tag(master), _by_tag(solved))
    cells.raw("ASSIGNMENT CONFIG", _settings(requirements))
    for cell in master.cells:
        cells.add(cell)
    master.cells = cells.cells
    return master


def _settings(requirements: list[str]) -> dict[str, Any]:
    return {
        "init_cell": False,  # it is part of ours
        "check_all_cell": True,
        "export_cell": {"pdf": False, "run_tests": False, "ignore_log": True, "instructions": tr(HAND_IN)},
        "tests": {"files": True, "ok_format": False},
        "autograder_files": [BUNDLE],
        "requirements": requirements,
        "python_version": f"{sys.version_info.major}.{sys.version_info.minor}",
        "plugins": [{PLUGIN: {"isolation": "standard", "hints": "mistake"}}],
        # What we say of hidden tests is made for students to read, so the plugin's cases are public ones.
        "generate": {"show_hidden": True, "show_all_public": True, "force_public_test_summary": False},
    }


def _by_tag(notebook: NotebookNode) -> dict[str, str]:
    return {tag: cell.source for cell in notebook.cells for tag in cell.metadata.get("tags", [])}


class _Master:
    """otter's raw cells around ours. The role of a cell is the first part of its id; see authoring/notebook.py."""

    def __init__(self, selection: Selection, stubs: dict[str, str], solved: dict[str, str]) -> None:
        self.selection, self.stubs, self.solved = selection, stubs, solved
        known = set(stubs["imports"].splitlines())
        self.imports = [line for line in solved["imports"].splitlines() if line not in known]
        """What only the solutions import; it stands in the first of them."""
        self.cells: list[NotebookNode] = []

    def raw(self, title: str, settings: dict[str, Any] | None = None) -> None:
        from nbformat.v4 import new_raw_cell

        # Every JSON value is a YAML value.
        lines = [f"{key}: {json.dumps(value)}" for key, value in (settings or {}).items()]
        self.cells.append(new_raw_cell("\n".join([f"# {title}", *lines]), id=f"otter-{len(self.cells)}"))

    def add(self, cell: NotebookNode) -> None:
        role = cell.id.split("-")[0]
        getattr(self, f"_{role}", self.cells.append)(cell)

    def _setup(self, cell: NotebookNode) -> None:
        for old, new in SETUP.items():
            assert old in cell.source, f"student_template/setup_cell.py has no {old!r}"
            cell.source = cell.source.replace(old, new)
        cell.source += f'\n\ngrader = otter.Notebook("{self.selection.assignment.name}.ipynb")'
        self.cells.append(cell)

    def _task(self, cell: NotebookNode) -> None:
        self.task = cell  # its question begins when the answer's cell says which one it is

    def _exercise(self, cell: NotebookNode) -> None:
        from nbformat.v4 import new_code_cell

        tag = cell.metadata.tags[0]
        exercise = self._named(tag.removeprefix("exercise:"))
        # The public check is worth nothing; the place of the hidden ones is worth everything.
        self.raw("BEGIN QUESTION", {"name": exercise.id, "points": [0, exercise.points]})
        self.cells.append(self.task)
        self.raw("BEGIN SOLUTION")
        cell.source = self._answer(tag)
        self.cells.append(cell)
        self.raw("END SOLUTION")
        self.raw("BEGIN TESTS")
        for name, source in (("public", PUBLIC.format(id=exercise.id)), ("hidden", HIDDEN)):
            self.cells.append(new_code_cell(source, id=f"otter-{name}-{len(self.cells)}"))
        self.raw("END TESTS")
        self.raw("END QUESTION")

    def _answer(self, tag: str) -> str:
        stub, solution = self.stubs[tag].rstrip(), self.solved[tag].rstrip()
        if "'''" in stub:
            raise UserError(f"{tag}: otter cannot take a stub that holds '''; write its docstring with \"\"\"")
        imports, self.imports = self.imports, []
        return ANSWER.format(solution="\n".join([*imports, solution]), stub=stub)

    def _check(self, cell: NotebookNode) -> None:
        """otter makes its own."""

    def _question(self, cell: NotebookNode) -> None:
        self.task = cell

    def _written(self, cell: NotebookNode) -> None:
        from nbformat.v4 import new_markdown_cell

        wanted = cell.metadata.tags[0].removeprefix("written:")
        question = next(w for w in self.selection.assignment.written if w.id == wanted)
        self.raw("BEGIN QUESTION", {"name": question.id, "manual": True, "points": question.points})
        self.cells.append(self.task)
        self.raw("BEGIN PROMPT")
        self.cells.append(cell)
        self.raw("END PROMPT")
        self.raw("BEGIN SOLUTION")
        rubric = f"**Rubric**\n\n{question.rubric.strip()}"
        self.cells.append(new_markdown_cell(rubric, id=f"otter-rubric-{len(self.cells)}"))
        self.raw("END SOLUTION")
        self.raw("END QUESTION")

    def _named(self, exercise_id: str) -> Exercise:
        return next(e for e in self.selection.exercises if e.id == exercise_id)
