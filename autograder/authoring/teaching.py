"""What is written about an exercise beside its docstring: a ladder of hints, and a statement without the formula."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.basics.words import tr
from autograder.course.concept import Concept
from autograder.course.model import Assignment, Selection
from autograder.errors import UserError

SECTION = re.compile(r"##\s+`?(\w+)`?\s*$")
RUNG = re.compile(r"-{3,}\s*$")


def hints_of(concept: Concept, exercise_id: str) -> list[str]:
    """From a nudge to nearly there; [] where nobody wrote any."""
    return [text for part in _sections(concept.hints).get(exercise_id, []) if (text := part.strip())]


def folded(hints: list[str]) -> list[str]:
    """As a notebook shows them: closed, one below the other."""
    many = len(hints) > 1
    labels = [f"{tr('Hint')} {n}" for n in range(1, len(hints) + 1)] if many else [tr("Hint")]
    return [f"<details><summary>{label}</summary>\n\n{hint}\n\n</details>" for label, hint in zip(labels, hints)]


def docstrings_to_derive(selection: Selection) -> dict[str, str]:
    """Name -> the docstring without the formula, for the exercises that this set asks to derive."""
    found: dict[str, str] = {}
    for exercise_id in selection.derive:
        exercise = selection.assignment.get(exercise_id)
        path = selection.assignment.concept(exercise.module).derive
        sections = _sections(path)
        for name in exercise.names:
            if name not in sections:
                raise UserError(f"{path}: set {selection.set_name!r} derives {exercise_id!r}, so `## {name}` must stand here")
            found[name] = "\n".join("---".join(sections[name]).strip().splitlines())
    return found


def unknown_sections(assignment: Assignment) -> list[str]:
    """Headings of hints.md and derive.md that are not an exercise, or a name, of their concept: typing errors."""
    told = []
    for concept in assignment.concepts():
        exercises = [e for e in assignment.exercise if e.module == concept.name]
        known = {
            concept.hints: {e.id for e in exercises},
            concept.derive: {name for e in exercises for name in e.names},
        }
        for path, ids in known.items():
            told += [
                f"{path}: `## {name}` is not one of: {', '.join(sorted(ids))}" for name in _sections(path) if name not in ids
            ]
    return told


def _sections(path: Path) -> dict[str, list[str]]:
    """Heading -> its passages, which lines of --- keep apart."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    if not path.is_file():
        return found
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if (heading := SECTION.match(line)) is not None:
            if heading[1] in found:
                raise UserError(f"{path}:{number}: `## {heading[1]}` stands here twice")
            current = found.setdefault(heading[1], [""])
        elif current is None:
            if line.strip() and not line.startswith("# "):
                raise UserError(f"{path}:{number}: text before the first `## ID`")
        elif RUNG.match(line):
            current.append("")
        else:
            current[-1] += line + "\n"
    return found
