"""`gradmark exam make --format nbgrader`: an nbgrader course in the staff's folder, and marks on every student's notebook.

    staff/nbgrader/nbgrader_config.py
    staff/nbgrader/source/EXAM/EXAM.ipynb     for `nbgrader generate_assignment`, which registers questions and points
    staff/nbgrader/exams/EXAM/staff/exam.json   who got which variant, for `nbgrader autograde`

Everybody has another notebook, so what nbgrader releases is not handed out: the source has no question in it. Students get
theirs of students/, whose answer cells have the same names in nbgrader's gradebook; test cells are put back when it grades.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.basics.files import replace_text
from autograder.exams.model import ExamQuestion
from autograder.exams.notebook import answer_name
from autograder.exams.sitting import RECORD, Sitting
from autograder.platforms.nbgrader import cell_ids
from autograder.platforms.nbgrader.release import BEGIN, CONFIG, END
from autograder.platforms.nbgrader.version import require_nbgrader

EXAMS = "exams"
TEST_CELL = "# gradmark writes points and explanation of the answer above here."


def exam_zip(made: Path, sitting: Sitting) -> Path:
    require_nbgrader()
    home = made / "staff" / "nbgrader"
    source = home / "source" / sitting.name / f"{sitting.name}.ipynb"
    source.parent.mkdir(parents=True, exist_ok=True)
    replace_text(source, json.dumps(_source(sitting), indent=1, ensure_ascii=False) + "\n")
    record = home / EXAMS / sitting.name / RECORD
    record.parent.mkdir(parents=True, exist_ok=True)
    replace_text(record, (made / RECORD).read_text(encoding="utf-8"))
    root = sitting.course.root.resolve()
    config = CONFIG.substitute(version=__version__, course_id=repr(root.name), course=repr(str(root)))
    replace_text(home / "nbgrader_config.py", config)
    for candidate in sitting.candidates:
        _mark_notebook(made / "students" / candidate.folder / f"{sitting.name}.ipynb", sitting)
    return home


def _questions(sitting: Sitting) -> list[ExamQuestion]:
    return [sitting.bank.entry(q).question for q in sitting.exam.points]


def _marks(question: ExamQuestion, points: float) -> dict[str, Any]:
    """Of an answer's cell: code is judged in the test cell below it, a text by a person."""
    none = {"schema_version": 3, "grade": False, "solution": True, "locked": False, "task": False}
    if question.kind == "text":
        return {**none, "grade_id": cell_ids.written(question.id), "grade": True, "points": points, "cell_type": "markdown"}
    return {**none, "grade_id": cell_ids.answer_of(question.id), "cell_type": "code"}


def _mark_notebook(path: Path, sitting: Sitting) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    by_answer = {answer_name(i): q for i, q in enumerate(_questions(sitting), 1)}
    for cell in notebook["cells"]:
        question = by_answer.get(cell["metadata"].get("gradmark", {}).get("answer"))
        if question is not None:
            cell["metadata"]["nbgrader"] = _marks(question, sitting.exam.points[question.id])
    replace_text(path, json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


def _source(sitting: Sitting) -> dict[str, Any]:
    cells = [_cell("markdown", "exam-title", f"# {sitting.exam.title}\n\nEverybody has numbers of their own.")]
    for number, question in enumerate(_questions(sitting), 1):
        name, points = answer_name(number), sitting.exam.points[question.id]
        cells.append(_cell("markdown", f"exam-{name}-asked", f"### {number}. {question.name}"))
        if question.kind == "text":
            text = "\n".join([BEGIN, question.rubric.strip(), END])
            cells.append(_cell("markdown", f"exam-{name}", text, _marks(question, points)))
            continue
        answer = "\n".join([f"{name} = ...", BEGIN, END])
        cells.append(_cell("code", f"exam-{name}", answer, _marks(question, points)))
        test: dict[str, Any] = {"schema_version": 3, "grade": True, "solution": False, "locked": True, "task": False}
        test |= {"grade_id": question.id, "points": points, "cell_type": "code"}
        cells.append(_cell("code", f"exam-{name}-test", TEST_CELL, test))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    ours = {"exam": sitting.name}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}, "gradmark": ours}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}


def _cell(kind: str, name: str, source: str, marks: dict[str, Any] | None = None) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {"nbgrader": marks} if marks else {}, "source": source}
    return {**cell, "outputs": [], "execution_count": None} if kind == "code" else cell
