"""`gradmark new NN CONCEPT`: a concept with a stub of everything that the audit asks for. `gradmark init` writes its example,
and `gradmark import` what it has read, in the same way."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.basics.files import replace_text
from autograder.course.concept import ALTERNATIVES
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

NAME = re.compile(r"\d\d_[a-z][a-z0-9_]*\Z")


@dataclass(frozen=True)
class ConceptTexts:
    """Everything that is written for one concept."""

    reference: str
    public: str
    hidden: str
    mistakes: str
    alternatives: Mapping[str, str] = field(default_factory=dict)
    """File name without its ending -> text."""
    section: str = ""
    """Of the notebook, with a marker for each exercise."""


def new_assignment(course: Course, name: str, title: str, *, summary: str = "", text: str = "", status: str = "ready") -> Path:
    """An assignment without exercises: its folder, record, and the beginning of its notebook."""
    if not NAME.match(name):
        raise UserError(f"{name!r} cannot be an assignment's name: write a number of two digits and a topic, such as 05_layers")
    number, _, topic = name.partition("_")
    folder = course.root / "assignments" / name
    for other in course.folders():
        if other.name.split("_")[0] == number or other.name.partition("_")[2] == topic:
            raise UserError(f"{course.root} has {other.name} already: choose another number and another topic than in {name}")
    if folder.exists() or (course.reference / topic).exists():
        raise UserError(f"{folder} or {course.reference / topic} already exists; choose another name for the assignment")
    folder.mkdir(parents=True)
    (course.reference / topic).mkdir(parents=True)
    said = {"title": title, **({"summary": summary} if summary else {}), "status": status}
    replace_text(folder / "assignment.toml", "".join(f"{key} = {toml_value(value)}\n" for key, value in said.items()))
    replace_text(folder / "notebook.md", f"# {title}\n" + (f"\n{text.strip()}\n" if text.strip() else ""))
    return folder


def new_concept(course: Course, wanted: str, concept: str, exercises: list[str] | None = None) -> list[Path]:
    """A concept with stubs of everything; returns what was written or changed, in the order in which to go on."""
    ids = exercises or [concept]
    title = concept.replace("_", " ").capitalize()
    texts = ConceptTexts(
        REFERENCE.format(title=title) + "".join(FUNCTION.format(name=name) for name in ids),
        SUITE.format(what="What students may run.") + "".join(PUBLIC_TEST.format(id=name) for name in ids),
        SUITE.format(what="What decides the score.") + "".join(HIDDEN_TEST.format(id=name) for name in ids),
        MISTAKE_LIST.format(concept=concept, id=ids[0]),
        {"another_way": ALTERNATIVE.format(id=ids[0])},
        f"## {title}\n" + "".join(f"\n<!-- exercise: {name} -->\n" for name in ids),
    )
    return write_concept(course, wanted, concept, {name: {"points": 1} for name in ids}, texts)


def write_concept(
    course: Course, wanted: str, concept: str, exercises: Mapping[str, Mapping[str, Any]], texts: ConceptTexts
) -> list[Path]:
    """Writes folder, reference, records and section. `exercises`: id -> fields of its record."""
    assignment = course.assignment(wanted)
    _refuse_bad_names(assignment, concept, list(exercises))
    place = assignment.concept(concept)
    files = {place.reference: texts.reference, place.public: texts.public, place.hidden: texts.hidden}
    files |= {place.mistakes: texts.mistakes}
    files |= {place.folder / ALTERNATIVES / f"{name}.py": text for name, text in texts.alternatives.items()}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(path, text)
    record, notebook = assignment.folder / "assignment.toml", assignment.folder / "notebook.md"
    _append(record, "".join(_record(name, concept, fields) for name, fields in exercises.items()))
    if texts.section:
        _append(notebook, f"\n{texts.section.strip()}\n")
    load_assignment(assignment.folder)  # a record that does not fit is said now
    return [*files, record, notebook]


def _record(name: str, concept: str, fields: Mapping[str, Any]) -> str:
    said = {"id": name, **({} if name == concept else {"module": concept}), **fields}
    return "\n[[exercise]]\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in said.items())


def toml_value(value: Any) -> str:
    """Text, numbers and lists of these: written as JSON they are TOML, too."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _refuse_bad_names(assignment: Assignment, concept: str, ids: list[str]) -> None:
    for name in (concept, *ids):
        if not ID.match(name):
            raise UserError(f"{name!r} cannot be a name: use lower-case letters, digits and _, and start with a letter")
    taken = {e.id for e in assignment.exercise} & set(ids)
    if taken:
        raise UserError(f"{assignment.name} has an exercise {sorted(taken)[0]!r} already; choose another --exercise")
    place = assignment.concept(concept)
    for path in (place.folder, place.reference):
        if path.exists():
            raise UserError(f"{path} already exists; choose another name for the concept")


def _append(path: Path, text: str) -> None:
    """Before [sets.*] and [[written]] a record would be just as right; at the end it disturbs nobody."""
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    replace_text(path, known.rstrip("\n") + "\n" + text)
