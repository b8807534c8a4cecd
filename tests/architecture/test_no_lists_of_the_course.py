"""Tests, benchmarks and the README derive what the course has: a longer course needs no longer list anywhere."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.course_samples import COURSE

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(p for folder in ("tests", "benchmarks", "tools") for p in (ROOT / folder).rglob("*.py"))
ASSIGNMENTS = {key: a.name for a in COURSE.assignments() for key in (a.name, a.name.split("_")[0])}
"""Name or number -> name."""


def listed(text: str) -> list[tuple[int, set[str]]]:
    """Line and assignments of every list, tuple, set or dict that is written out."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            words = {c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
            found.append((node.lineno, {ASSIGNMENTS[w] for w in words if w in ASSIGNMENTS}))
    return found


def test_no_file_lists_the_assignments():
    """Examples are welcome; more than half of the course in one literal is a list of it. See tests/course_samples.py."""
    most = len(set(ASSIGNMENTS.values())) / 2
    lists = {str(p.relative_to(ROOT)): listed(p.read_text(encoding="utf-8")) for p in FILES}
    assert [(file, line) for file, found in lists.items() for line, names in found if len(names) > most] == []


def test_a_list_is_seen():
    names = sorted(set(ASSIGNMENTS.values()))
    assert listed(f"A = {names!r}") == [(1, set(names))]


def test_the_readme_lists_no_exercises():
    words = set(re.findall(r"\w+", (ROOT / "README.md").read_text(encoding="utf-8")))
    ids = {e.id for a in COURSE.assignments() for e in a.exercise}
    assert len(words & ids) <= 2 and len(words & set(ASSIGNMENTS.values())) <= 1
