"""The peers, as their users run them: an otter assignment and an nbgrader course built from one list of checks.

Both are real: `otter assign` and `nbgrader generate_assignment` make the release, `otter.api.grade_submission` and
`NbGraderAPI.autograde` grade. Imports of either cost seconds, so each is imported where it is used.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.course import Course
from autograder.course.source import read_module

HERE = Path(__file__).resolve().parent
# nbgrader calls `alembic` by name: the tools of this interpreter's environment must be on the path.
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
SMALL = {"numpy": HERE / "small_numpy", "torch": HERE / "small_torch"}


@dataclass(frozen=True)
class Question:
    name: str
    solution: str
    checks: tuple[str, ...]


@dataclass(frozen=True)
class PeerAssignment:
    name: str
    imports: str
    questions: tuple[Question, ...]

    @property
    def possible(self) -> int:
        return sum(len(q.checks) for q in self.questions)


def small(kind: str) -> PeerAssignment:
    """The small assignment for the peers: solutions of reference/, checks of checks.py."""
    course = Course(SMALL[kind])
    cells = re.split(r"^# %% (\w+)\n", (SMALL[kind] / "checks.py").read_text(encoding="utf-8"), flags=re.M)[1:]
    named = [(name, text.strip()) for name, text in zip(cells[::2], cells[1::2])]
    questions = []
    assignment = course.assignment("01")
    for exercise in assignment.exercise:
        source = read_module(assignment.reference, exercise.module)
        solution = source.segment(source.definition(exercise.names[0]))
        checks = tuple(text for name, text in named if name == exercise.id)
        questions.append(Question(exercise.id, solution, checks))
    return PeerAssignment(f"small_{kind}", dict(named)["imports"], tuple(questions))


# --- otter -------------------------------------------------------------------------------------------------------


class Otter:
    """An assignment made by `otter assign`; submissions are its solved notebook with cells replaced."""

    def __init__(self, assignment: PeerAssignment, folder: Path) -> None:
        import nbformat
        from otter.assign import main as assign

        folder.mkdir(parents=True)
        self.folder = folder
        master = folder / f"{assignment.name}.ipynb"
        nbformat.write(_otter_master(assignment), master)
        with quietly():
            assign(str(master), str(folder / "dist"), no_pdfs=True)
        self.zip = next((folder / "dist" / "autograder").glob("*.zip"))
        self.solved = folder / "dist" / "autograder" / master.name

    def submission(self, name: str, cells: Mapping[str, str], first: str = "") -> Path:
        """Writes a hand-in: `cells` replace the solutions of questions, `first` stands in a cell of its own on top."""
        notebook = json.loads(self.solved.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            for question, text in cells.items():
                if cell["cell_type"] == "code" and source.startswith(f"def {question}("):
                    cell["source"] = text
        if first:
            notebook["cells"].insert(0, _code(first))
        # otter wants the name of the assignment's notebook, so each hand-in has a folder of its own.
        path = self.folder / "submissions" / name / self.solved.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return path

    def grade(self, path: Path) -> tuple[float, float]:
        return otter_grade(path, self.zip)


def otter_grade(path: Path, autograder: Path) -> tuple[float, float]:
    from otter.api import grade_submission

    with quietly():
        results = grade_submission(str(path), str(autograder), quiet=True)
    return float(results.total), float(results.possible)


def _otter_master(assignment: PeerAssignment) -> Any:
    from nbformat.v4 import new_code_cell, new_notebook, new_raw_cell

    cells = [
        new_raw_cell(f"# ASSIGNMENT CONFIG\nname: {assignment.name}\nexport_cell: false\ngenerate: true"),
        new_code_cell(assignment.imports),
    ]
    for question in assignment.questions:
        cells += [
            new_raw_cell(f"# BEGIN QUESTION\nname: {question.name}\npoints: {len(question.checks)}"),
            new_raw_cell("# BEGIN SOLUTION"),
            new_code_cell(question.solution),
            new_raw_cell("# END SOLUTION"),
            new_raw_cell("# BEGIN TESTS"),
            *[new_code_cell(f"# HIDDEN\n{check}") for check in question.checks],
            new_raw_cell("# END TESTS"),
            new_raw_cell("# END QUESTION"),
        ]
    return new_notebook(cells=cells, metadata=_KERNEL)


# --- nbgrader ----------------------------------------------------------------------------------------------------


class NbGrader:
    """A course with one assignment made by `nbgrader generate_assignment`."""

    def __init__(self, assignment: PeerAssignment, folder: Path) -> None:
        import nbformat

        self.assignment, self.folder = assignment, folder
        source = folder / "source" / assignment.name
        source.mkdir(parents=True)
        nbformat.write(_nbgrader_source(assignment), source / f"{assignment.name}.ipynb")
        (folder / "nbgrader_config.py").write_text(
            f'c = get_config()\nc.CourseDirectory.course_id = "bench"\nc.CourseDirectory.root = {str(folder)!r}\n'
        )
        self.api = nbgrader_api(folder)
        made = self.api.generate_assignment(assignment.name)
        if not made["success"]:
            raise RuntimeError(made.get("log", "") + made.get("error", ""))

    def submission(self, student: str, cells: Mapping[str, str], first: str = "") -> Path:
        """The released notebook with solutions (or `cells` in their place) filled in."""
        name = self.assignment.name
        released = self.folder / "release" / name / f"{name}.ipynb"
        notebook = json.loads(released.read_text(encoding="utf-8"))
        solutions = {q.name: q.solution for q in self.assignment.questions} | dict(cells)
        for cell in notebook["cells"]:
            question = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            if question in solutions:
                cell["source"] = solutions[question]
        if first:
            notebook["cells"].insert(0, _code(first))
        path = self.folder / "submitted" / student / name / released.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return path

    def grade(self, student: str) -> tuple[float, float]:
        return nbgrader_grade(self.api, self.folder, self.assignment.name, student)


def nbgrader_api(folder: Path) -> Any:
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.course_id = "bench"
    config.CourseDirectory.root = str(folder)
    config.NbGrader.logfile = ""
    return NbGraderAPI(config=config)


def nbgrader_grade(api: Any, folder: Path, assignment: str, student: str) -> tuple[float, float]:
    with quietly():
        done = api.autograde(assignment, student)
    if not done["success"]:
        raise RuntimeError(done.get("log", "") + done.get("error", ""))
    return nbgrader_score(folder, assignment, student)


def nbgrader_score(folder: Path, assignment: str, student: str) -> tuple[float, float]:
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}", "bench") as gradebook:
        found = gradebook.find_submission(assignment, student)
        return float(found.score), float(found.max_score)


def _nbgrader_source(assignment: PeerAssignment) -> Any:
    from nbformat.v4 import new_code_cell, new_notebook

    def cell(source: str, grade_id: str, **facts: object) -> Any:
        marks = {
            "schema_version": 3,
            "grade_id": grade_id,
            "grade": False,
            "locked": False,
            "solution": False,
        }
        return new_code_cell(source, metadata={"nbgrader": {**marks, "task": False, **facts}})

    cells = [new_code_cell(assignment.imports)]
    for question in assignment.questions:
        marked = f"### BEGIN SOLUTION\n{question.solution}\n### END SOLUTION"
        cells.append(cell(marked, question.name, solution=True))
        for number, check in enumerate(question.checks, 1):
            hidden = f"### BEGIN HIDDEN TESTS\n{check}\n### END HIDDEN TESTS"
            cells.append(cell(hidden, f"{question.name}_{number}", grade=True, locked=True, points=1))
    return new_notebook(cells=cells, metadata=_KERNEL)


# --- shared ------------------------------------------------------------------------------------------------------

_KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def _code(source: str) -> dict[str, object]:
    return {
        "cell_type": "code",
        "id": "first",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": source,
    }


@contextlib.contextmanager
def quietly() -> Any:
    """The peers talk while they work; what they say matters only when they fail."""
    here = Path.cwd()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        os.chdir(here)


def main() -> None:
    """`peers.py otter SUBMISSION ZIP` or `peers.py nbgrader FOLDER ASSIGNMENT STUDENT`: grades one, prints its score."""
    tool, *rest = sys.argv[1:]
    if tool == "otter":
        score, possible = otter_grade(Path(rest[0]), Path(rest[1]))
    else:
        folder, assignment, student = Path(rest[0]), rest[1], rest[2]
        score, possible = nbgrader_grade(nbgrader_api(folder), folder, assignment, student)
    print(json.dumps([score, possible]))


if __name__ == "__main__":
    main()
