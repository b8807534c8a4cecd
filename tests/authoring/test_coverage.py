"""docs/coverage.md: up to date, and right about what is there and what is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.authoring.coverage import (
    COMMAND,
    PAGE,
    SOURCE,
    Notes,
    Section,
    coverage_page,
    is_up_to_date,
    read_notes,
)
from autograder.course import Course
from autograder.errors import UserError

NOTES = """
[sections.000]
"1" = "Layers"
"1.1" = "Scaling"
"1.1.1" = "Its gradient"
"1.2" = "Gates"
"1.3" = "History"
"Ex 1.1" = "By hand"

[sections.001]
"IV.4" = "Questions"

[planned.02_layers]
scale_forward = ["A", "000 §1.1"]
shift = ["A", "000 §1.1", "000 Ex 1.1"]
Gate = ["A", "000 §1.2"]
tilt = ["B", "000 §1.2", "001 §IV.4-2a"]
turn = ["B", "000 §1.2"]
spin = ["C", "000 §1.2"]

[planned.03_later]
unroll = ["A", "000 §1.1"]
"""


@pytest.fixture
def noted(course: Course) -> Course:
    """The small course, with notes that two of its exercises name."""
    (course.root / SOURCE).parent.mkdir()
    (course.root / SOURCE).write_text(NOTES, encoding="utf-8")
    name(course, "scale_forward", ["000 §1.1"])
    name(course, "gate", ["000 §1.2", "001 §IV.4-1b"])
    return course


def name(course: Course, exercise: str, notes: list[str]) -> Path:
    path = course.root / "assignments/02_layers/assignment.toml"
    text = path.read_text(encoding="utf-8")
    listed = ", ".join(f'"{n}"' for n in notes)
    path.write_text(text.replace(f'id = "{exercise}"', f'id = "{exercise}"\nnotes = [{listed}]'), encoding="utf-8")
    return path


def row(page: str, number: str) -> list[str]:
    line = next(line for line in page.splitlines() if line.startswith((f"| {number} |", f"| **{number}** |")))
    return [cell.strip() for cell in line.strip("|").split("|")][2:]


def test_our_page_is_up_to_date(our_course: Course):
    assert is_up_to_date(our_course), f"{PAGE} is not up to date with the assignments; run: {COMMAND}"


def test_every_planned_exercise_of_ours_names_a_section_or_is_an_extension(our_course: Course):
    planned = read_notes(our_course.root / SOURCE).planned
    assert len(planned) == 679
    assert [p.exercise for p in planned if not p.sections] == ["kfold_indices", "backtracking_line_search"]


def test_what_is_there_and_what_is_open_stand_side_by_side(noted: Course):
    page = coverage_page(noted)
    assert row(page, "1.1") == ["02: `scale_forward`", "02: `shift`; 03: `unroll`"]
    assert row(page, "Ex 1.1") == ["", "02: `shift`"]
    assert row(page, "IV.4") == ["02: `gate`", "1 B"]


def test_a_class_that_the_plan_names_is_there_by_its_exercise(noted: Course):
    assert row(coverage_page(noted), "1.2") == ["02: `gate`", "2 B, 1 C"]


def test_a_part_that_nothing_names_points_to_the_section_around_it(noted: Course):
    page = coverage_page(noted)
    assert row(page, "1.1.1") == ["*(see 1.1)*", ""]
    assert row(page, "1.3") == ["", ""]


def test_the_sums_add_up(noted: Course):
    lines = coverage_page(noted).splitlines()
    assert "| [000](#notes-000) | 6 | 4 | 1 | 1 |" in lines  # 1, 1.1, 1.1.1, 1.2; Ex 1.1; 1.3
    assert "| [001](#notes-001) | 1 | 1 | 0 | 0 |" in lines
    assert "| 02_layers | 4 | 1 | 2 | 1 |" in lines
    assert "| 03_later | 0 | 1 | 0 | 0 |" in lines


def test_the_page_is_out_of_date_as_soon_as_an_exercise_names_more(noted: Course):
    assert not is_up_to_date(noted)
    (noted.root / PAGE).write_text(coverage_page(noted), encoding="utf-8")
    assert is_up_to_date(noted)
    name(noted, "twice", ["000 §1.3"])
    assert not is_up_to_date(noted)


@pytest.mark.parametrize("reference", ["000 §9.9", "000 1.1", "007 §1.1", "000 Ex 1.2", "§1.1", "000 §1.1 "])
def test_an_unknown_section_is_refused_with_file_line_and_exercise(noted: Course, reference: str):
    path = name(noted, "twice", [reference])
    line = path.read_text(encoding="utf-8").splitlines().index('id = "twice"') + 1
    with pytest.raises(UserError) as caught:
        coverage_page(noted)
    assert f"{path}:{line}: twice names {reference!r}" in str(caught.value)


def test_a_course_without_a_list_of_sections_is_told_how_to_make_one(course: Course):
    with pytest.raises(UserError, match=r"notes_sections\.toml is missing: list the sections"):
        coverage_page(course)


def test_references_are_found_in_every_form():
    known = [Section("003", "3.5.2"), Section("003", "Ex 3.4"), Section("004", "IV.4"), Section("004", "IV")]
    notes = Notes(dict.fromkeys(known, ""), [])
    forms = ["003 §3.5.2", "003 Ex 3.4", "004 §IV.4-4a", "004 Fig IV.3"]
    assert [notes.find(form) for form in forms] == known


def test_the_command_writes_the_page_and_then_agrees_with_it(noted: Course):
    import typer
    from typer.testing import CliRunner

    from autograder.commands import coverage

    app = typer.Typer()
    app.command()(coverage.command)
    run = lambda *options: CliRunner().invoke(app, [*options, "--course", str(noted.root)])
    stale = run()
    assert stale.exit_code == 1 and COMMAND in stale.output
    assert run("--write").exit_code == 0
    fresh = run()
    assert fresh.exit_code == 0 and "| 1.1 | Scaling | 02: `scale_forward` |" in fresh.output
