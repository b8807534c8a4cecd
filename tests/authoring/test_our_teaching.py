"""What every assignment of the course offers a student beside the exercises: see docs/teaching.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.authoring.notebook import build_notebook, notebook_blocks
from autograder.authoring.teaching import hints_of
from autograder.course.load import find_course

COURSE = find_course(Path(__file__).parents[2])
NOTES = re.compile(r"\b[Nn]otes\s+00[0-4]|\b00[0-4] §|§\S+ of 00[0-4]")

assignments = pytest.mark.parametrize(
    "assignment",
    # Those that were brought up to docs/teaching.md, or are on the way there.
    [pytest.param(a, id=a.name) for a in COURSE.assignments() if any(e.difficulty for e in a.exercise)],
)


@assignments
def test_every_exercise_says_how_hard_it_is(assignment):
    assert [e.id for e in assignment.exercise if not (e.difficulty and e.minutes)] == []


@assignments
def test_every_exercise_has_a_ladder_of_hints_without_code(assignment):
    for e in assignment.exercise:
        hints = hints_of(assignment.concept(e.module), e.id)
        assert 2 <= len(hints) <= 3, f"{e.id} has {len(hints)} hints"
        assert not any("```" in hint for hint in hints), f"{e.id}: a hint gives code away"


@assignments
def test_a_release_does_not_speak_of_texts_that_students_do_not_have(assignment):
    notebook = build_notebook(COURSE, assignment.select())
    told = [line for c in notebook.cells for line in c.source.splitlines() if NOTES.search(line)]
    assert told == []


@assignments
def test_every_section_with_exercises_has_a_prediction_and_a_reading_line(assignment):
    sections: list[tuple[str, list]] = []
    for block in notebook_blocks(assignment.select()):
        if block.level == 2:
            sections.append((block.section, []))
        if sections:
            sections[-1][1].append(block)
    for name, blocks in sections:
        if not any(b.kind == "exercise" for b in blocks):
            continue
        code = "\n".join(b.body for b in blocks if b.kind == "code")
        text = "\n".join(b.body for b in blocks if b.kind == "text")
        assert "compare_guess(" in code and "**Predict.**" in text, f"{name}: no prediction before a picture"
        assert "**Reading.**" in text, f"{name}: no reading line"


@assignments
def test_something_can_be_broken_on_purpose(assignment):
    assert any("**Break it.**" in b.body for b in notebook_blocks(assignment.select()) if b.kind == "text")
