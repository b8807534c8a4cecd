"""A submitted notebook, whatever was handed in, as cells that nbgrader can work with.

nbgrader trusts a notebook's JSON and its cells' metadata: a broken file leaves a student without a grade, an old
schema number stops the whole class, a deleted test cell keeps an earlier score. Here a file that is no notebook becomes
one that says so, and what a cell is for is read from the gradebook, never from the hand-in.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.basics.text import writable
from autograder.intake.limits import IntakeError, Limits
from autograder.intake.notebook import cell_source, listed_cells, parse_notebook
from autograder.intake.trees import read_file
from autograder.platforms.nbgrader import cell_ids

MAKE = {"code": new_code_cell, "markdown": new_markdown_cell}
ACTIVE = re.compile(r"(<(?=[a-z/!?])|&(?=[a-z#])|(?:javascript|vbscript|data)(?=\\?:))", re.IGNORECASE)
"""Where a tag, an entity or a script's address begins in a text. `clean` decides what becomes of it on our pages; this is for
people who open the notebook in another program."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def remove_links(notebooks: list[str], **_: object) -> None:
    """nbgrader copies what a link in a hand-in points to, at last into the student's feedback: links become empty files."""
    for folder in {Path(name).parent for name in notebooks}:
        for below, folders, files in os.walk(folder):
            for path in (Path(below, name) for name in [*folders, *files]):
                if path.is_symlink():
                    path.unlink()
                    path.touch()


class ReadAnything(NotebookExporter):
    """Opens hand-ins for `nbgrader autograde`."""

    def from_file(self, file_stream: Any, resources: Any = None, **more: Any) -> tuple[Any, Any]:
        return self.from_notebook_node(read_notebook(Path(file_stream.name)), resources, **more)


def read_notebook(path: Path) -> NotebookNode:
    limits = Limits()
    try:
        whole = parse_notebook(read_file(path, limits.max_bytes), path.name, limits)
        cells = [cell for item in listed_cells(whole, path.name) if (cell := _read_cell(item))]
        if len(cells) > limits.max_cells or sum(len(c.source) for c in cells) > limits.max_source:
            raise IntakeError(f"{path.name} is too long: hand in the notebook that was handed out")
    except (IntakeError, RecursionError, MemoryError) as error:
        cells = [new_markdown_cell(f"**This hand-in cannot be shown.** {error}")]
    return new_notebook(cells=cells)


def _read_cell(item: Any) -> NotebookNode | None:
    """Source, pictures of a text, and nbgrader's marks as they claim to be; everything else is left behind."""
    if not isinstance(item, dict):
        return None
    # A raw cell becomes text, too: on a page it would stand as the HTML that it is.
    kind = "code" if item.get("cell_type", "code" if "input" in item else "") == "code" else "markdown"
    source = writable(cell_source(item) or "")
    if kind == "markdown":
        # Graders read it in a browser that may do all that they may. A space makes text of it, and is nothing in a formula.
        source = ACTIVE.sub(r"\1 ", CONTROL.sub("", source.expandtabs(4)))
    cell = MAKE[kind](source)
    metadata, pictures = item.get("metadata"), item.get("attachments")
    if isinstance(metadata, dict) and isinstance(metadata.get("nbgrader"), dict):
        cell.metadata["nbgrader"] = from_dict(metadata["nbgrader"])
    if kind == "markdown" and isinstance(pictures, dict):
        cell["attachments"] = {name: from_dict(p) for name, p in pictures.items() if _is_picture(p)}
    return cell


def _is_picture(item: Any) -> bool:
    return isinstance(item, dict) and bool(item) and all(isinstance(data, str) for data in item.values())


class RestoreCells(NbGraderPreprocessor):
    """In place of nbgrader's DeduplicateIds: marks as the gradebook has them, on one cell each; test cells that are
    missing come back."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        place = resources["nbgrader"]
        with Gradebook(place["db_url"]) as gradebook:
            source = gradebook.find_notebook(place["notebook"], place["assignment"])
            marks = {cell.name: self.marks(source, cell) for cell in source.source_cells}
            texts = {cell.name: cell.source for cell in source.source_cells}
        found: dict[str, NotebookNode] = {}
        for i, cell in reversed(list(enumerate(nb.cells))):  # of two copies, the last counts, as in nbgrader
            name = cell.metadata.pop("nbgrader", {}).get("grade_id")
            if isinstance(name, str) and name in marks and name not in found:
                found[name] = nb.cells[i] = self.restored(cell, marks[name], texts[name])
        for name, mark in marks.items():
            if name not in found and (mark["grade"] or mark["task"]):
                self.log.warning("Cell %s was missing and is put back", name)
                cell = self.restored(MAKE[mark["cell_type"]](texts[name]), mark, texts[name])
                before = found.get(cell_ids.answer_of(name))
                nb.cells.insert(nb.cells.index(before) + 1 if before else len(nb.cells), cell)
        return nb, resources

    @staticmethod
    def marks(source: Any, cell: Any) -> dict[str, Any]:
        points = {c.name: c.max_score for c in [*source.grade_cells, *source.task_cells]}
        mark = {
            "schema_version": 3,
            "grade_id": cell.name,
            "locked": cell.locked,
            "cell_type": cell.cell_type,
            "grade": any(c.name == cell.name for c in source.grade_cells),
            "solution": any(c.name == cell.name for c in source.solution_cells),
            "task": any(c.name == cell.name for c in source.task_cells),
            "checksum": cell.checksum,
        }
        return {**mark, "points": points[cell.name]} if cell.name in points else mark

    @staticmethod
    def restored(cell: NotebookNode, mark: dict[str, Any], text: str) -> NotebookNode:
        if cell.cell_type != mark["cell_type"]:
            cell = MAKE[mark["cell_type"]](cell.source)
        if mark["locked"]:
            cell.source = text
        cell.metadata["nbgrader"] = from_dict(mark)
        return cell
