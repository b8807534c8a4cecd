"""Plausible wrong versions of a reference, each a named edit with a hint for the student."""

from __future__ import annotations

import ast
import runpy
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.course.model import Assignment, Exercise
from autograder.course.source import ModuleSource
from autograder.errors import UserError


@dataclass(frozen=True)
class Mistake:
    """`Mistake("batchnorm_forward/unbiased", old="...", new="...", hint="...")`.

    `old` must stand exactly once in the reference's definition of the exercise's names; further edits
    go into `also`. `same_as` names a mistake whose behaviour no test can tell from this one.
    """

    id: str
    old: str
    new: str
    hint: str
    also: tuple[tuple[str, str], ...] = ()
    same_as: str | None = None
    place: str = ""
    """File and line; filled in by `load_mistakes`."""

    @property
    def exercise(self) -> str:
        return self.id.split("/")[0]

    @property
    def edits(self) -> tuple[tuple[str, str], ...]:
        return ((self.old, self.new), *self.also)


def load_mistakes(assignment: Assignment, exercise: Exercise) -> list[Mistake]:
    """The mistakes of one exercise, from the list `MISTAKES` in its concept's `mistakes.py`."""
    path = assignment.concept(exercise.module).mistakes
    if not path.exists():
        return []
    try:
        listed = runpy.run_path(str(path)).get("MISTAKES")
    except Exception as error:
        raise UserError(f"{path} cannot be read: {type(error).__name__}: {error}") from None
    if not isinstance(listed, list) or not all(isinstance(m, Mistake) for m in listed):
        raise UserError(f"{path} must define MISTAKES, a list of Mistake(...)")
    known = {e.id for e in assignment.exercise}
    text = path.read_text(encoding="utf-8")
    listed = [replace(m, place=_place(path, text, m.id)) for m in listed]
    for m in listed:
        if m.exercise not in known or "/" not in m.id:
            raise UserError(f"{m.place}: mistake id {m.id!r} must be exercise/mistake, with an exercise of this assignment")
    return [m for m in listed if m.exercise == exercise.id]


def _place(path: Path, text: str, mistake: str) -> str:
    """The line on which the mistake's id stands; the file alone where the id is put together from parts."""
    for number, line in enumerate(text.splitlines(), start=1):
        if f'"{mistake}"' in line or f"'{mistake}'" in line:
            return f"{path}:{number}"
    return str(path)


def apply_mistake(source: ModuleSource, exercise: Exercise, mistake: Mistake) -> str:
    """The module's text with the mistake made. Edits touch only the definitions of the exercise."""
    where = f"{mistake.place}: " if mistake.place else ""
    lines = source.text.splitlines()
    text = source.text
    spans = [source.lines_of(source.definition(name)) for name in exercise.names]
    own = ["\n".join(lines[first - 1 : last]) for first, last in spans]
    for old, new in mistake.edits:
        holders = [i for i, segment in enumerate(own) if old in segment]
        count = sum(segment.count(old) for segment in own)
        if count != 1:
            raise UserError(
                f"{where}mistake {mistake.id}: its old text appears {count} times in {source.path.name}'s "
                f"{', '.join(exercise.names)}, but must appear once: {(old.strip().splitlines() or [old])[0]!r}"
            )
        before = own[holders[0]]
        after = before.replace(old, new)
        text = text.replace(before, after)
        own[holders[0]] = after
    try:
        ast.parse(text)
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise UserError(
            f"{where}mistake {mistake.id}: with its edit {source.path.name} is no longer valid Python: "
            f"{error.msg} (line {error.lineno}: {line!r})"
        ) from None
    return text
