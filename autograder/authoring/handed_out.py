"""The statements that every notebook of an assignment comes with, so that grading can tell them from a student's own."""

from __future__ import annotations

from autograder.authoring.notebook_text import read_notebook_text
from autograder.authoring.template import setup_cell
from autograder.basics.words import Language, known_languages, speaking
from autograder.course.model import Assignment
from autograder.intake.parsing import parse_cell
from autograder.intake.units import make_units


def handed_out_statements(assignment: Assignment) -> list[str]:
    """Digests of the set-up cell's and the demonstrations' statements, whichever set, format and language was handed out.

    Stubs are not among them: an answer replaces its stub, and what stands around one (an alias, a constant) is there to
    be used.
    """
    cells = []
    root = assignment.folder.parents[1]
    for code in known_languages(root):
        with speaking(Language(code, root)):
            cells.append(setup_cell(assignment.name))
    path = assignment.folder / "notebook.md"
    if path.is_file():
        cells += [block.body for block in read_notebook_text(path) if block.kind == "code"]
    units, _, _ = make_units([parse_cell("", cell) for cell in cells])
    return sorted({unit.digest for unit in units})
