"""`gradmark release NN --format nbgrader`: the instructor's part is an nbgrader course, the students' part its release.

Instructor: `source/NN_name/` (stubs, solutions, rubrics, public checks) and `nbgrader_config.py`. The students' folder is
what the real `nbgrader generate_assignment` makes of it, so a release has been through nbgrader once before anybody
sees it, and the leak check looks at what students get.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from autograder import __version__
from autograder.authoring.notebook import build_notebook, points_text
from autograder.authoring.release import FORMATS
from autograder.basics.words import mark, mark_text, tr, translated
from autograder.course.load import Course
from autograder.course.model import Selection
from autograder.errors import UserError
from autograder.platforms.nbgrader import cell_ids
from autograder.platforms.nbgrader.version import require_nbgrader

if TYPE_CHECKING:
    from nbformat import NotebookNode

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
TEST_NOTE = mark("These checks are public; hidden ones decide the score (%(points)s).")
TEST_CELL = """\
# {note}
from autograder.platforms.nbgrader.check import check

check("{id}")"""
README = mark_text("""
## With nbgrader

`nbgrader validate $name.ipynb`, or the Validate button in Jupyter, runs the notebook and then all public checks.
Answer in the cells that are there; the test cells below them are put back as they were when your work is graded.
""")
CONFIG = Template("""\
# Made by gradmark $version. One such file serves all assignments of a course.
import sys
from pathlib import Path

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = $course_id
c.CourseDirectory.root = str(Path(__file__).resolve().parent)

try:
    from autograder.platforms.nbgrader.config import configure
except ImportError as missing:
    # Going on would let nbgrader run students' code itself, unjailed.
    raise SystemExit(f"gradmark is not installed for {sys.executable} ({missing})") from None
# The folder with assignments/, reference/ and the secret; GRADMARK_COURSE in the environment goes before it.
configure(c, course=$course)
""")


def build(course: Course, selection: Selection, student: Path, instructor: Path) -> None:
    import nbformat

    require_nbgrader()
    _refuse_lost_grades(instructor)
    name = selection.assignment.name
    source = instructor / "source" / name
    source.mkdir(parents=True)
    FORMATS["plain"](course, selection, source, instructor)
    nbformat.write(source_notebook(course, selection), source / f"{name}.ipynb")
    with (source / "README.md").open("a", encoding="utf-8") as file:
        file.write(Template(translated(README)).substitute(name=name))
    root = course.root.resolve()
    config = CONFIG.substitute(version=__version__, course_id=repr(root.name), course=repr(str(root)))
    (instructor / "nbgrader_config.py").write_text(config, encoding="utf-8")
    generate(instructor, name)
    made = instructor / "release"
    student.rmdir()
    (made / name).rename(student)
    made.rmdir()


def source_notebook(course: Course, selection: Selection) -> NotebookNode:
    """The student's notebook with nbgrader's marks; below each stub its solution, in a region that nbgrader removes."""
    notebook = build_notebook(course, selection)
    solved = {c.id: c.source for c in build_notebook(course, selection, solutions=True).cells}
    points = {e.id: e.points for e in selection.exercises}
    questions = {w.id: w for w in selection.assignment.written}
    imports: list[str] = []
    for cell in notebook.cells:
        kind, _, name = next(iter(cell.metadata.get("tags", [])), "").partition(":")
        if kind == "imports":
            have = set(cell.source.splitlines())
            imports = [line for line in solved[cell.id].splitlines() if line not in have]
        elif kind == "exercise":
            _mark(cell, cell_ids.answer_of(name), solution=True)
            # What only solutions import stands in the first of them.
            cell.source = "\n".join([cell.source, BEGIN, *imports, solved[cell.id], END])
            imports = []
        elif kind == "check":
            _mark(cell, name, grade=True, locked=True, points=points[name])
            cell.source = TEST_CELL.format(id=name, note=tr(TEST_NOTE, points=points_text(points[name])))
        elif kind == "written":
            _mark(cell, cell_ids.written(name), grade=True, solution=True, points=questions[name].points)
            cell.source = "\n".join([BEGIN, questions[name].rubric.strip(), END])
    return notebook


def _mark(cell: NotebookNode, grade_id: str, **facts: object) -> None:
    none = {"grade": False, "solution": False, "locked": False, "task": False}
    cell.metadata["nbgrader"] = {"schema_version": 3, "grade_id": grade_id, **none, **facts}


def generate(folder: Path, name: str) -> None:
    """Runs nbgrader itself; without its gradebook, which belongs to the course in which the release is used."""
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", "generate_assignment", name, "--no-db"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise UserError(f"nbgrader generate_assignment {name} failed:\n{done.stderr.strip()[-2000:]}")


def _refuse_lost_grades(instructor: Path) -> None:
    """The folder that this one will replace must not have become a course with grades in it."""
    place = instructor.parents[1] / instructor.name
    kept = [part for part in ("gradebook.db", "submitted", "autograded") if (place / part).exists()]
    if kept:
        raise UserError(
            f"{place} is in use as an nbgrader course ({', '.join(kept)}) and would be replaced; choose another --out, "
            "and copy its source/ over"
        )
