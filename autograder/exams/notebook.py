"""An exam as a notebook with a cell for each answer, and the answers read back out of what was handed in.

Nothing in the notebook has to be run, and nothing of it is run here: `q3 = 12` is read as text, and only what is a literal
(`answers.literal`) counts.
"""

from __future__ import annotations

import ast
import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.exams.answers import NotReadable, is_blank, literal
from autograder.exams.draw import Variant
from autograder.exams.model import LETTERS, ExamSet
from autograder.intake.limits import Limits
from autograder.intake.notebook import cell_source, listed_cells, parse_notebook

SCHEMA = 1
WRITE_HERE = "*Write your answer here, in place of this line.*"
MOST_SHOWN = 4_000


@dataclass(frozen=True)
class Typed:
    """What stands in an answer cell."""

    text: str = ""
    """As it was typed."""
    value: Any = None
    problem: str = ""
    """Why it is no literal."""

    @property
    def is_blank(self) -> bool:
        return not self.problem and (is_blank(self.value) or (isinstance(self.value, str) and not self.value.strip()))


@dataclass(frozen=True)
class HandIn:
    exam: str = ""
    student: str = ""
    """Whose variant the notebook says that it is; believed only with the right seal."""
    seal: str = ""
    answers: Mapping[str, Typed] = None  # type: ignore[assignment]
    """q1, q2, ... -> what was typed."""


def seal(secret: bytes, exam: str, student: str) -> str:
    message = "\0".join(["exam notebook", exam, student]).encode()
    return hmac.new(secret, message, hashlib.sha256).hexdigest()[:24]


def answer_name(number: int) -> str:
    return f"q{number}"


def asked_for(variant: Variant) -> str:
    """What to type, said beside the answer's place."""
    q = variant.question
    unit = f", in {q.unit}" if q.unit else ""
    count = len(variant.choices)
    if q.kind == "number":
        what = f"a number with {q.places} decimal{'s' if q.places > 1 else ''}" if q.places else "a whole number"
        return f"{what}{unit}"
    return {
        "shape": "a shape, such as (3, 4)",
        "choice": 'one letter, such as "a"',
        "several": 'the letters of all that are right, such as "ac"',
        "truth": '(True, "a") or (False, "a"): your verdict and the letter of the reason',
        "order": f'all {count} letters in the right order, such as "{LETTERS[:count]}"',
        "text": "two or three sentences",
    }[q.kind]


def question_markdown(variant: Variant) -> str:
    """Prompt and choices, as they stand in a notebook and on a page."""
    parts = [variant.prompt]
    if variant.statement:
        parts.append(f"> {variant.statement}")
    if variant.question.kind == "truth":
        parts.append("Is this true or false, and which reason is right?")
    if variant.choices:
        # Two blanks at the end of a line: a new line, without a list that would count in its own way.
        parts.append("  \n".join(f"**{LETTERS[i]})** {text}" for i, text in enumerate(variant.choices)))
    return "\n\n".join(parts)


def exam_notebook(
    exam_name: str, exam: ExamSet, student: str, shown_name: str, variants: Sequence[Variant], secret: bytes
) -> dict[str, Any]:
    """In nbformat 4.5."""
    rules = (
        f"**{shown_name}** · {exam.possible:g} points · {exam.minutes} minutes"
        + (f" · closes {exam.closes}" if exam.closes else "")
        + "\n\nThese numbers are yours alone. Type each answer into the cell below its question, in place of the three dots, "
        "save the notebook and hand it in once. You need not run anything: answers are read, never run. A number may be typed "
        "as `12`, `0.25` or `1/4`; letters stand in quotes."
    )
    cells = [_markdown("exam-title", f"# {exam.title}\n\n{rules}" + (f"\n\n{exam.intro.strip()}" if exam.intro else ""))]
    for number, variant in enumerate(variants, 1):
        name, points = answer_name(number), exam.points[variant.question.id]
        head = f"### {number}. {variant.question.name} ({points:g} {'point' if points == 1 else 'points'})"
        cells.append(_markdown(f"exam-{name}-asked", f"{head}\n\n{question_markdown(variant)}"))
        tag = {"gradmark": {"answer": name}}
        if variant.question.kind == "text":
            cells.append(_markdown(f"exam-{name}", WRITE_HERE, tag))
        else:
            code = f"{name} = ...  # {asked_for(variant)}"
            cells.append({"cell_type": "code", "id": f"exam-{name}", "metadata": tag, "source": code, "outputs": []})
            cells[-1]["execution_count"] = None
    ours = {"schema": SCHEMA, "exam": exam_name, "student": student, "seal": seal(secret, exam_name, student)}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}, "gradmark": ours}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}


def _markdown(name: str, source: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": metadata or {}, "source": source}


# --- reading it back --------------------------------------------------------------------------------------------------


def read_hand_in(data: bytes, what: str) -> HandIn:
    """IntakeError if it is no notebook."""
    notebook = parse_notebook(data, what, Limits())
    metadata = notebook.get("metadata")
    ours = metadata.get("gradmark") if isinstance(metadata, dict) else None
    said = {key: value for key, value in ours.items() if isinstance(value, str)} if isinstance(ours, dict) else {}
    answers: dict[str, Typed] = {}
    for cell in listed_cells(notebook, what)[: Limits().max_cells]:
        if isinstance(cell, dict):
            for name, typed in _answers_in(cell):
                if not typed.is_blank or name not in answers:
                    answers[name] = typed
    return HandIn(said.get("exam", ""), said.get("student", ""), said.get("seal", ""), answers)


def _answers_in(cell: dict[str, Any]) -> list[tuple[str, Typed]]:
    source = (cell_source(cell) or "")[: Limits().max_source]
    metadata = cell.get("metadata")
    ours = metadata.get("gradmark") if isinstance(metadata, dict) else None
    own = ours.get("answer") if isinstance(ours, dict) else None
    own = own if isinstance(own, str) and re.fullmatch(r"q\d{1,3}", own) else None
    if cell.get("cell_type") == "markdown":
        text = source.replace(WRITE_HERE, "").strip()
        return [(own, Typed(text, text))] if own else []
    if cell.get("cell_type") != "code":
        return []
    return _assigned(source, own)


def _assigned(source: str, own: str | None) -> list[tuple[str, Typed]]:
    """`q3 = ...` wherever it stands; in an answer's own cell also the bare answer."""
    try:
        tree = ast.parse(source) if len(source) < 100_000 else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    found: list[tuple[str, Typed]] = []
    if tree is None:  # one bad cell: take its lines one by one
        for line in re.finditer(r"^[ \t]*(q\d{1,3})[ \t]*=(?!=)[ \t]*(.*)$", source, re.M):
            found.append((line[1], _typed(line[2].partition("#")[0] if "'" not in line[2] else line[2])))
        return found
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            text = ast.get_source_segment(source, node.value) or ""
            found += [(t.id, _typed(text)) for t in targets if isinstance(t, ast.Name) and re.fullmatch(r"q\d{1,3}", t.id)]
        elif isinstance(node, ast.Expr) and own:
            found.append((own, _typed(ast.get_source_segment(source, node.value) or "")))
    return found


def _typed(text: str) -> Typed:
    shown = text.strip()[:MOST_SHOWN]
    try:
        return Typed(shown, literal(text))
    except NotReadable as problem:
        return Typed(shown, None, str(problem))


def typed_on_paper(text: str) -> Typed:
    """What staff copied from a sheet of paper into a table: a literal, or the bare text."""
    shown = text.strip()[:MOST_SHOWN]
    try:
        return Typed(shown, literal(shown) if shown else None)
    except NotReadable:
        return Typed(shown, shown)
