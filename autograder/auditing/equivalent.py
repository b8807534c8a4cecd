"""`equivalent.toml` of an assignment: mutants that no suite can, or has to, tell from the reference, each with its reason.

[batchnorm_forward]
"batchnorm_forward: off by one: ... -> ..." = "the value is only compared with 0"
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from autograder.course import Assignment
from autograder.course.load import line_of, parse_toml
from autograder.errors import UserError

NAME = "equivalent.toml"


def load_reasons(assignment: Assignment) -> dict[str, dict[str, str]]:
    """Exercise id -> mutant id -> reason."""
    path = assignment.folder / NAME
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    data = parse_toml(text, path)
    known = {e.id for e in assignment.exercise}
    for exercise, reasons in data.items():
        if exercise not in known:
            where = f"{path}:{line_of(text, (exercise,))}"
            raise UserError(f"{where}: [{exercise}] is not an exercise of {assignment.name}")
        if not isinstance(reasons, dict):
            raise UserError(f"{path}: {exercise} must be a table, [{exercise}], of mutant ids and reasons")
        for mutant, reason in reasons.items():
            if not isinstance(reason, str) or not reason.strip():
                raise UserError(f"{path}: [{exercise}] {mutant!r} needs a reason in words")
    return data


def snippet(exercise: str, mutants: Iterable[str]) -> str:
    """Lines to paste into equivalent.toml, once the reasons are written."""
    lines = [f'{json.dumps(m, ensure_ascii=False)} = "...why no test can, or need, tell it apart..."' for m in mutants]
    return "\n".join([f"[{exercise}]", *lines])
