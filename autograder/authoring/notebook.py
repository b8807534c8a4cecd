"""The student's notebook, and the instructor's with solutions, from `notebook.md` and the references."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from autograder.authoring.notebook_text import Block, choose, read_notebook_text
from autograder.authoring.solution import solution_cells, solution_imports
from autograder.authoring.stub import make_stubs, stub_imports
from autograder.authoring.teaching import docstrings_to_derive, folded, hints_of
from autograder.authoring.template import conventions, setup_cell
from autograder.basics.words import ENGLISH, decimal, spoken, tr, trn
from autograder.course.load import Course
from autograder.course.model import Exercise, Selection
from autograder.errors import UserError
from autograder.intake.answers import YOUR_ANSWER

if TYPE_CHECKING:
    from nbformat import NotebookNode

SCHEMA = 1


def build_notebook(course: Course, selection: Selection, *, solutions: bool = False) -> NotebookNode:
    """A clean nbformat 4.5 notebook: no outputs, ids that stay the same from release to release."""
    from nbformat import validate
    from nbformat.v4 import new_notebook

    blocks = notebook_blocks(selection)
    order = [b.body for b in blocks if b.kind == "exercise"]
    if solutions:
        code = solution_cells(selection.assignment.reference, selection.exercises, order)
        imports = solution_imports(selection.assignment.reference, selection.exercises)
    else:
        words = docstrings_to_derive(selection)
        code = make_stubs(selection.assignment.reference, selection.exercises, order, all_names(selection), words)
        imports = stub_imports(selection.assignment.reference, selection.exercises, code)

    cells = _Cells(selection)
    opening = blocks[0].kind == "text" and blocks[0].level > 0 if blocks else False
    for block in blocks[:1] if opening else []:
        cells.text(block)
    cells.code("setup", "setup", setup_cell(selection.assignment.name), ["setup"])
    cells.code("imports", "imports", "\n".join(imports), ["imports"])
    cells.conventions(conventions())
    for block in blocks[1:] if opening else blocks:
        if block.kind == "text":
            cells.text(block)
        elif block.kind == "code":
            cells.demonstration(block)
        elif block.kind == "exercise":
            cells.exercise(_exercise(selection, block.body), code[block.body])
        else:
            cells.written(block.body)

    notebook: NotebookNode = new_notebook(cells=cells.cells, metadata=_metadata(selection, solutions))
    notebook.nbformat_minor = 5
    validate(notebook)
    return notebook


def notebook_blocks(selection: Selection) -> list[Block]:
    """What of `notebook.md` is handed out. Every exercise must have its place, once."""
    assignment = selection.assignment
    path = assignment.folder / "notebook.md"
    every = read_notebook_text(path)
    places = {"exercise": {e.id for e in assignment.exercise}, "written": {w.id for w in assignment.written}}
    for block in every:
        if block.kind in places and block.body not in places[block.kind]:
            raise UserError(f"{path}:{block.line}: assignment.toml has no {block.kind} {block.body!r}")
        for condition in block.conditions:
            for name in condition.ids:
                if name not in places["exercise"]:
                    raise UserError(
                        f"{path}:{condition.line}: `{condition.what}` names {name!r}, which is not an exercise here"
                    )
    twice = [name for name, n in Counter((b.kind, b.body) for b in every if b.kind in places).items() if n > 1]
    if twice:
        raise UserError(f"{path}: <!-- {twice[0][0]}: {twice[0][1]} --> appears twice")

    chosen = choose(every, {e.id for e in selection.exercises}, set(selection.derive), selection.with_notes)
    placed = {b.body for b in chosen if b.kind == "exercise"}
    for exercise in selection.exercises:
        if exercise.id not in placed:
            raise UserError(f"{path}: exercise {exercise.id!r} has no place; add a line <!-- exercise: {exercise.id} -->")
    if not selection.partial:
        asked = {b.body for b in chosen if b.kind == "written"}
        for question in assignment.written:
            if question.id not in asked:
                raise UserError(f"{path}: question {question.id!r} has no place; add <!-- written: {question.id} -->")
    return chosen


def written_ids(selection: Selection) -> list[str]:
    """The written questions that this selection's notebook asks."""
    return [b.body for b in notebook_blocks(selection) if b.kind == "written"]


def all_names(selection: Selection) -> set[str]:
    """What students implement in the whole assignment, chosen or not."""
    return {name for e in selection.assignment.exercise for name in e.names}


def _exercise(selection: Selection, exercise_id: str) -> Exercise:
    return next(e for e in selection.exercises if e.id == exercise_id)


def _metadata(selection: Selection, solutions: bool) -> dict[str, object]:
    gradmark: dict[str, object] = {
        "schema": SCHEMA,
        "assignment": selection.assignment.name,
        "set": selection.set_name,
        "exercises": {e.id: e.points for e in selection.exercises},
    }
    if spoken().code != ENGLISH:
        gradmark |= {"language": spoken().code, "answer": tr(YOUR_ANSWER)}
    if solutions:
        gradmark["solutions"] = True
    return {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "gradmark": gradmark,
    }


class _Cells:
    """Cells with stable ids: role and exercise, or the section and the position in it."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.cells: list[NotebookNode] = []
        self.seen: Counter[str] = Counter()

    def text(self, block: Block) -> None:
        self._add("markdown", "text", f"{block.section}:{self._position(block)}", block.body, [])

    def conventions(self, body: str) -> None:
        self._add("markdown", "text", "conventions", body, [])

    def demonstration(self, block: Block) -> None:
        self._add("code", "code", f"{block.section}:{self._position(block)}", block.body, block.tags)

    def code(self, role: str, key: str, body: str, tags: list[str]) -> None:
        self._add("code", role, key, body, tags)

    def exercise(self, exercise: Exercise, code: str) -> None:
        ladder = folded(hints_of(self.selection.assignment.concept(exercise.module), exercise.id))
        self._add("markdown", "task", exercise.id, "\n\n".join([task_line(exercise), *ladder]), [])
        self._add("code", "exercise", exercise.id, code.rstrip(), [f"exercise:{exercise.id}"])
        self._add("code", "check", exercise.id, f'check("{exercise.id}")', [f"check:{exercise.id}"])
        note = "# " + tr("Room to try things with %(name)s; nothing here is graded.", name=exercise.names[0]) + "\n"
        self._add("code", "scratch", exercise.id, note, [f"scratch:{exercise.id}"])

    def written(self, question_id: str) -> None:
        question = next(w for w in self.selection.assignment.written if w.id == question_id)
        worth = tr("%(points)s, read by a person", points=points_text(question.points))
        title = f"**{tr('Question')} `{question.id}`** · {worth}"
        self._add("markdown", "question", question.id, f"{title}\n\n{question.prompt.strip()}", [])
        self._add("markdown", "written", question.id, f"*{tr(YOUR_ANSWER)}*\n\n", [f"written:{question.id}"])

    def _position(self, block: Block) -> int:
        key = f"{block.kind}:{block.section}"
        self.seen[key] += 1
        return self.seen[key]

    def _add(self, kind: str, role: str, key: str, body: str, tags: list[str]) -> None:
        from nbformat.v4 import new_code_cell, new_markdown_cell

        digest = hashlib.sha256("\0".join([self.selection.assignment.name, role, key]).encode()).hexdigest()
        make: Callable[..., NotebookNode] = new_code_cell if kind == "code" else new_markdown_cell
        metadata = {"tags": tags} if tags else {}
        self.cells.append(make(body, id=f"{role}-{digest[:12]}", metadata=metadata))


def task_line(exercise: Exercise) -> str:
    """The line above a stub: what it is worth, and what may not be used."""
    parts = [f"**{tr('Exercise')} `{exercise.id}`**", points_text(exercise.points)]
    if effort := effort_text(exercise):
        parts.append(effort)
    if exercise.needs:
        parts.append(tr("uses %(names)s", names=_listed(exercise.needs)))
    if exercise.in_place:
        parts.append(tr("may change %(names)s in place", names=_listed(exercise.in_place)))
    if "autograd" in exercise.forbid:
        parts.append(tr("numpy only, no automatic differentiation"))
    elif "torch.autograd" in exercise.forbid:
        parts.append(tr("torch, no automatic differentiation"))
    others = [name for name in exercise.forbid if name not in ("autograd", "torch.autograd")]
    if others:
        parts.append(tr("not allowed: %(names)s", names=_listed(others)))
    return " · ".join(parts)


def effort_text(exercise: Exercise) -> str:
    """How hard it is, and how long it takes: "★★☆☆☆, about 20 minutes"."""
    stars = "★" * exercise.difficulty + "☆" * (5 - exercise.difficulty) if exercise.difficulty else ""
    time = trn("about %(n)s minute", "about %(n)s minutes", exercise.minutes) if exercise.minutes else ""
    return ", ".join(part for part in (stars, time) if part)


def points_text(points: float) -> str:
    """A number with its unit. What is no whole number has a plural of its own."""
    if points == int(points):
        return trn("%(n)s point", "%(n)s points", int(points))
    return tr("%(number)s points", number=decimal(f"{points:g}"))


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
