"""`gradmark import`: which tool a notebook is of, and its pieces."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from autograder.authoring.import_into_course import ImportReport, import_notebook
from autograder.authoring.imported import ImportedNotebook
from autograder.course.load import Course
from autograder.errors import UserError
from autograder.platforms.nbgrader import importing as nbgrader
from autograder.platforms.otter import importing as otter

_MOST_BYTES = 50 << 20


def import_path(course: Course, path: Path, name: str = "") -> tuple[str, ImportReport]:
    """An nbgrader source notebook or an otter master becomes the assignment `name` (by default the next number)."""
    notebook = _notebook(path)
    imported = read(notebook)
    topic = re.sub(r"[^a-z0-9]+", "_", notebook.stem.lower()).strip("_")
    topic = re.sub(r"\A\d+_?", "", topic) or "imported"
    if not name:
        used = [int(f.name.split("_")[0]) for f in course.folders() if f.name.split("_")[0].isdigit()]
        name = f"{max(used, default=0) + 1:02}_{topic if re.match('[a-z]', topic) else f'imported_{topic}'}"
    return imported.tool, import_notebook(course, imported, name, notebook.stem.replace("_", " ").capitalize())


def read(path: Path) -> ImportedNotebook:
    cells = _cells(path)
    if otter.is_otter(cells):
        return otter.read_cells(cells)
    if nbgrader.is_nbgrader(cells):
        return nbgrader.read_cells(cells)
    raise UserError(
        f"{path} is neither an nbgrader source notebook (no cell has nbgrader's metadata) nor a master of otter assign (no raw "
        "cell `# BEGIN QUESTION`); give the instructor's version, with the solutions"
    )


def _notebook(path: Path) -> Path:
    if path.is_dir():
        found = sorted(p for p in path.glob("*.ipynb") if not p.name.startswith("."))
        if len(found) != 1:
            there = ", ".join(p.name for p in found[:6]) or "none"
            raise UserError(f"{path}: give one notebook; there are: {there}")
        return found[0]
    if not path.is_file():
        raise UserError(f"{path} does not exist: give a notebook, or a folder with one")
    return path


def _cells(path: Path) -> list[dict[str, Any]]:
    """As nbformat 4 has them, each source as one text."""
    import nbformat

    if path.stat().st_size > _MOST_BYTES:
        raise UserError(f"{path} is larger than {_MOST_BYTES >> 20} MB")
    try:
        with path.open(encoding="utf-8-sig") as file:
            notebook = nbformat.reads(file.read(), as_version=4)
        return [{**cell, "source": str(cell["source"])} for cell in notebook.cells]
    except (ValueError, KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise UserError(f"{path} is not a notebook: {str(error)[:200]}") from None
