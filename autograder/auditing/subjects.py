"""What a suite is tried on: the reference, the stub, every mistake, every other right formulation, and stand-ins."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from autograder.auditing.attacks import attacks
from autograder.auditing.generic_subjects import blunders_of, without_helpers
from autograder.auditing.rewordings import rewordings
from autograder.authoring.stub import make_stubs
from autograder.course import Assignment, Course, Exercise
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.source import read_module
from autograder.stand_ins import empty_pairs, invented, lazy, of_others, stateful
from autograder.suites.versions import right_texts

Kind = Literal["reference", "stub", "mistake", "alternative", "reworded", "degenerate", "attack", "generic"]


@dataclass(frozen=True)
class Subject:
    kind: Kind
    id: str
    text: str
    """A whole module that stands in the student's place."""
    same_as: str | None = None
    probe: str = ""
    """Of a generic blunder: the module that raises wherever the blunder could matter."""
    same_numbers: bool = False
    """Another wording that computes exactly what the reference does: in a training, a few seeds are enough."""

    @property
    def is_right(self) -> bool:
        return self.kind in ("reference", "alternative")

    @property
    def key(self) -> str:
        """Also the key under which a diagnosis replays a mistake."""
        return self.id if self.kind == "mistake" else f"{self.kind}:{self.id}"

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def _in_other_words(known: list[Subject], exercise: Exercise) -> list[Subject]:
    """Nets with other names, order and groups of layers: right ones stay right, wrong ones keep their hints."""
    found = []
    for subject in known:
        if subject.kind == "reference":
            texts = rewordings(subject.text, exercise)
            for label, text in texts.items():
                found.append(Subject("alternative", f"the reference, {label}", text, same_numbers=True))
        elif subject.kind == "mistake" and not exercise.training:
            texts = rewordings(subject.text, exercise)
            own = subject.same_as or subject.id
            found += [Subject("reworded", f"{subject.id}, {label}", text, own) for label, text in texts.items()]
    return found


def subjects_of(course: Course, assignment: Assignment, exercise: Exercise) -> list[Subject]:
    source = read_module(assignment.reference, exercise.module)
    found = [Subject("reference", "reference", source.text)]
    names = {name for e in assignment.exercise for name in e.names}
    stub = make_stubs(assignment.reference, [exercise], [exercise.id], names)[exercise.id]
    found.append(Subject("stub", "stub", f"{source.text}\n\n{stub}"))
    for m in load_mistakes(assignment, exercise):
        found.append(Subject("mistake", m.id, apply_mistake(source, exercise, m), m.same_as))
    found += _in_other_words(found, exercise)
    found += [Subject("alternative", name, text) for name, text in right_texts(source, assignment, exercise).items()]
    alone = without_helpers(source, assignment, exercise)
    if alone:
        found.append(Subject("alternative", "without its helpers", alone, same_numbers=True))
    found += [Subject("generic", b.id, b.text, probe=b.probe) for b in blunders_of(source, exercise)]
    if exercise.training:
        forged = attacks(source, assignment, exercise)
        found += [Subject("attack", label, text) for label, text in forged.items()]
    none = lazy(source, exercise) | stateful(source, exercise)
    for make in (empty_pairs, invented, of_others):
        none |= make(source, assignment, exercise)
    return found + [Subject("degenerate", label, text) for label, text in none.items()]
