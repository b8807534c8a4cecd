"""An nbgrader source notebook, read into pieces.

Cells are told apart by their metadata (schemas 1 to 3): `solution` is an answer, `grade` a test with points, both together an
answer that is graded by hand, `task` a task that is. `### BEGIN SOLUTION` and `### BEGIN HIDDEN TESTS` are nbgrader's default
marks. No code of nbgrader is needed.
"""

from __future__ import annotations

import re
from typing import Any

from autograder.authoring.imported import AnswerPiece, CodePiece, ImportedNotebook, QuestionPiece, TestPiece

_HIDDEN = re.compile(r"^[ \t]*### BEGIN HIDDEN TESTS.*?^[ \t]*### END HIDDEN TESTS[^\n]*\n?", re.M | re.S)
_MARKS = re.compile(r"^[ \t]*### (?:BEGIN|END) HIDDEN TESTS[^\n]*\n?", re.M)
_SCHEME = re.compile(r"^=== BEGIN MARK SCHEME ===\n?(.*?)^=== END MARK SCHEME ===[^\n]*\n?", re.M | re.S)
_AUTOTEST = re.compile(r"^[ \t]*### (?:HASHED )?AUTOTEST\b", re.M)


def is_nbgrader(cells: list[dict[str, Any]]) -> bool:
    return any(isinstance(c.get("metadata", {}).get("nbgrader"), dict) for c in cells)


def read_cells(cells: list[dict[str, Any]]) -> ImportedNotebook:
    found = ImportedNotebook("nbgrader")
    for number, cell in enumerate(cells, 1):
        said = cell.get("metadata", {}).get("nbgrader") or {}
        source, kind = cell["source"], cell["cell_type"]
        label = str(said.get("grade_id") or f"cell_{number}")
        points = float(said.get("points") or 0)
        if said.get("task"):
            scheme = "\n".join(_SCHEME.findall(source)).strip()
            found.pieces.append(QuestionPiece(label, points, _SCHEME.sub("", source).strip(), scheme, number))
        elif said.get("solution") and said.get("grade"):
            prompt = found.take_prompt() or "Answer in words."
            found.pieces.append(QuestionPiece(label, points, prompt, source.strip(), number))
            if kind == "code":
                found.to_do.append(f"cell {number} ({label}): code read by a person became a written question; or add tests")
        elif said.get("solution") and kind == "code":
            found.pieces.append(AnswerPiece(source, number, label))
        elif said.get("grade") and kind == "code":
            problem = "AUTOTEST lines have no value to compare with; write the asserts out" if _AUTOTEST.search(source) else ""
            visible, whole = _HIDDEN.sub("", source), _MARKS.sub("", source)
            found.pieces.append(TestPiece(whole, number, label, points, visible, problem))
        elif kind == "code":
            found.pieces.append(CodePiece(source, number))
        elif kind == "markdown":
            found.add_text(source)
    return found
