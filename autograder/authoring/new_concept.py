"""`gradmark new NN CONCEPT`: a concept with a stub of everything that the audit will ask for."""

from __future__ import annotations

from pathlib import Path

from autograder.basics.files import replace_text
from autograder.course.concept import ALTERNATIVES, HIDDEN, MISTAKES, PUBLIC
from autograder.course.load import Course, load_assignment
from autograder.course.model import ID, Assignment
from autograder.errors import UserError

REFERENCE = '''"""{title}."""

from __future__ import annotations

import numpy as np
'''

FUNCTION = '''

def {name}(x: np.ndarray) -> np.ndarray:
    """The task, as students read it: what is computed, with the formula and the shapes.

    For a float array `x` of any shape, returns an array of the same shape with

        {name}(x) = ...
    """
    raise NotImplementedError("write the solution here; students get the signature and the docstring")
'''

SUITE = '''"""{what}"""

from autograder.suite import assert_close, exercise
'''

PUBLIC_TEST = '''

@exercise("{id}")
def test_{id}_keeps_the_shape(student, rng):
    """The result has the shape of the input."""
    x = rng.normal(size=(2, 3))
    assert student.{id}(x).shape == (2, 3), "{id}(x) must have the shape of x"
'''

HIDDEN_TEST = '''

@exercise("{id}")
def test_{id}_matches_the_definition(student, reference, rng):
    """The result is the one that the statement asks for."""
    x = rng.normal(size=(5, 3))
    assert_close(student.{id}(x), reference.{id}(x), "{id}(x)")
'''

MISTAKE_LIST = '''"""Plausible wrong versions of {concept}: each is an edit of the reference, with the hint its author gets."""

from autograder.suite import Mistake

MISTAKES: list[Mistake] = [
    # Mistake(
    #     "{id}/name-of-the-mistake",
    #     old="text that stands once in the reference's {id}",
    #     new="what people write there instead",
    #     hint="What is wrong, and what one could have looked at to see it.",
    # ),
]
'''

ALTERNATIVE = '''"""Another right way to write {id}, as different from the reference as you can think of."""
'''

RECORD = """
[[exercise]]
id = "{id}"
{module}points = 1
"""


def new_concept(course: Course, wanted: str, concept: str, exercises: list[str] | None = None) -> list[Path]:
    """Writes folder, reference, record and notebook marker; returns what was written or changed, in order."""
    assignment = course.assignment(wanted)
    ids = exercises or [concept]
    _refuse_bad_names(assignment, concept, ids)
    place = assignment.concept(concept)
    title = concept.replace("_", " ").capitalize()
    texts = {
        place.reference: REFERENCE.format(title=title) + "".join(FUNCTION.format(name=name) for name in ids),
        place.folder / PUBLIC: SUITE.format(what="What students may run.")
        + "".join(PUBLIC_TEST.format(id=name) for name in ids),
        place.folder / HIDDEN: SUITE.format(what="What decides the score.")
        + "".join(HIDDEN_TEST.format(id=name) for name in ids),
        place.folder / MISTAKES: MISTAKE_LIST.format(concept=concept, id=ids[0]),
        place.folder / ALTERNATIVES / "another_way.py": ALTERNATIVE.format(id=ids[0]),
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(path, text)
    record, notebook = assignment.folder / "assignment.toml", assignment.folder / "notebook.md"
    module = {name: "" if name == concept else f'module = "{concept}"\n' for name in ids}
    _append(record, "".join(RECORD.format(id=name, module=module[name]) for name in ids))
    _append(notebook, f"\n## {title}\n" + "".join(f"\n<!-- exercise: {name} -->\n" for name in ids))
    load_assignment(assignment.folder)  # a record that does not fit is said now
    return [*texts, record, notebook]


def _refuse_bad_names(assignment: Assignment, concept: str, ids: list[str]) -> None:
    for name in (concept, *ids):
        if not ID.match(name):
            raise UserError(
                f"{name!r} cannot be a name: use lower-case letters, digits and _, and start with a letter"
            )
    taken = {e.id for e in assignment.exercise} & set(ids)
    if taken:
        raise UserError(
            f"{assignment.name} has an exercise {sorted(taken)[0]!r} already; choose another --exercise"
        )
    place = assignment.concept(concept)
    for path in (place.folder, place.reference):
        if path.exists():
            raise UserError(f"{path} already exists; choose another name for the concept")


def _append(path: Path, text: str) -> None:
    """Before [sets.*] and [[written]] a record would be just as right; at the end it disturbs nobody."""
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    replace_text(path, known.rstrip("\n") + "\n" + text)
