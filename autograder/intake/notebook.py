"""The code cells of an .ipynb file, read defensively: nbformat 1 to 4, damaged metadata, hostile JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from autograder.intake.decode import decode_source
from autograder.intake.limits import IntakeError, Limits, megabytes


@dataclass(frozen=True)
class Cell:
    """One code cell, or a whole .py file."""

    label: str
    """"cell 7" (counting code cells), or "line" for a .py file."""
    source: str
    exercise: str | None = None
    """From a tag "exercise:ID", where the notebook still has it."""


def read_notebook(data: bytes, what: str, limits: Limits) -> tuple[tuple[Cell, ...], list[str]]:
    """Code cells and notes. Outputs are dropped as soon as they are read."""
    notebook = parse_notebook(data, what, limits)
    cells: list[Cell] = []
    notes: list[str] = []
    total = 0
    listed = listed_cells(notebook, what)
    if len(listed) > limits.max_cells:
        raise IntakeError(f"{what} has {len(listed)} cells; at most {limits.max_cells} are read")
    damaged = 0
    for item in listed:
        if not isinstance(item, dict):
            damaged += 1
            continue
        if item.get("cell_type", "code" if "input" in item else None) != "code":
            continue
        source = cell_source(item)
        if source is None:
            damaged += 1
            source = ""
        total += len(source)
        if total > limits.max_source:
            raise IntakeError(f"{what} has more than {megabytes(limits.max_source)} of code; only that much is read")
        cells.append(Cell(f"cell {len(cells) + 1}", source, _exercise(item)))
    if damaged:
        notes.append(f"{what}: {damaged} damaged cell{'s' if damaged > 1 else ''} left out")
    language = _language(notebook)
    if language and language.lower() not in ("python", "python3", "ipython"):
        notes.append(f"{what} says that its language is {language[:30]!r}; it is read as Python")
    return tuple(cells), notes


def parse_notebook(data: bytes, what: str, limits: Limits) -> dict[str, Any]:
    head = data[:400].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not data.strip():
        raise IntakeError(f"{what} is not a notebook: the file is empty")
    if head.startswith((b"<!doctype", b"<html")):
        raise IntakeError(f"{what} is not a notebook: it is a web page (download the file itself, not its page)")
    if head.startswith(b"version https://git-lfs"):
        raise IntakeError(f"{what} is not a notebook: it is a git-lfs pointer, the file itself was not uploaded")
    if head.startswith(b"pk\x03\x04"):
        raise IntakeError(f"{what} is not a notebook: it is a zip file (name it .zip)")
    if data.count(b",") + data.count(b"[") + data.count(b"{") > limits.max_values:
        raise IntakeError(f"{what} is too large: clear its outputs and hand it in again")
    try:
        notebook = json.loads(decode_source(data, what))
    except RecursionError:
        raise IntakeError(f"{what} is not a notebook: its JSON is nested too deeply") from None
    except MemoryError:
        raise IntakeError(f"{what} is too large to be read: clear its outputs and hand it in again") from None
    except json.JSONDecodeError as error:
        raise IntakeError(f"{what} is not a notebook: line {error.lineno} is not JSON ({error.msg})") from None
    except ValueError as error:
        raise IntakeError(f"{what} is not a notebook: it is not JSON ({str(error)[:80]})") from None
    if not isinstance(notebook, dict):
        raise IntakeError(f"{what} is not a notebook: its JSON is not an object with cells")
    return notebook


def listed_cells(notebook: dict[str, Any], what: str) -> list[Any]:
    cells = notebook.get("cells")
    if isinstance(cells, list):
        return cells
    sheets = notebook.get("worksheets")  # nbformat 2 and 3
    if isinstance(sheets, list):
        found = [s.get("cells") for s in sheets if isinstance(s, dict)]
        return [cell for sheet in found if isinstance(sheet, list) for cell in sheet]
    raise IntakeError(f"{what} is not a notebook: its JSON has no cells")


def cell_source(cell: dict[str, Any]) -> str | None:
    source = next((cell[key] for key in ("source", "input", "code") if key in cell), None)
    if isinstance(source, str):
        return source
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        # Some tools drop the newlines that the format keeps.
        bare = len(source) > 1 and not any("\n" in line for line in source)
        return ("\n" if bare else "").join(source)
    return None


def _exercise(cell: dict[str, Any]) -> str | None:
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    for tag in tags if isinstance(tags, list) else ():
        if isinstance(tag, str) and tag.startswith("exercise:"):
            return tag.removeprefix("exercise:")
    return None


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata")
    for key in ("language_info", "kernelspec"):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        value = part.get("name" if key == "language_info" else "language") if isinstance(part, dict) else None
        if isinstance(value, str):
            return value
    return ""
