"""Effort, hints, remarks on the lecture notes, and sets that ask for a derivation."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.authoring.notebook import build_notebook
from autograder.authoring.notebook_text import parse_notebook_text
from autograder.authoring.teaching import unknown_sections
from autograder.course.load import Course, find_course
from autograder.errors import UserError


@pytest.fixture
def folder(course) -> Path:
    return course.assignment("02").folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text, old
    path.write_text(text.replace(old, new, 1))


def markdown(course: Course, set_name: str | None = None, **how) -> str:
    selection = course.assignment("02").select(set_name=set_name).model_copy(update=how)
    return "\n\n".join(c.source for c in build_notebook(course, selection).cells if c.cell_type == "markdown")


def cell(course: Course, tag: str, set_name: str | None = None) -> str:
    notebook = build_notebook(course, course.assignment("02").select(set_name=set_name))
    return next(c.source for c in notebook.cells if tag in c.metadata.get("tags", []))


def test_effort_stands_beside_the_points(course, folder):
    edit(folder / "assignment.toml", 'id = "twice"', 'id = "twice"\ndifficulty = 2\nminutes = 15')
    assert "1 point · ★★☆☆☆, about 15 minutes" in markdown(course)


def test_hints_are_folded_one_below_the_other(course, folder):
    path = course.assignment("02").concept("twice").hints
    path.parent.mkdir(exist_ok=True)
    path.write_text("## twice\nThink of $x$.\n\n---\n\nApply it again.\n")
    text = markdown(course)
    assert "<details><summary>Hint 1</summary>\n\nThink of $x$.\n\n</details>" in text
    assert text.index("Hint 1") < text.index("Hint 2") < text.index("Apply it again.")
    assert unknown_sections(course.assignment("02")) == []
    path.write_text("## thrice\nThink.\n")
    assert "`## thrice` is not one of: twice" in unknown_sections(course.assignment("02"))[0]


def test_hints_and_effort_are_no_part_of_what_was_proven(course, folder):
    from autograder.auditing.proof import content_digest

    assignment = course.assignment("02")
    before = content_digest(assignment, assignment.get("scale_forward"))
    assignment.concept("scale").hints.write_text("## scale_forward\nThink.\n")
    edit(folder / "assignment.toml", 'id = "scale_forward"', 'id = "scale_forward"\ndifficulty = 5')
    again = course.assignment("02")
    assert content_digest(again, again.get("scale_forward")) == before


def test_remarks_on_the_lecture_notes_are_left_out_unless_asked_for(course, folder):
    with (folder / "notebook.md").open("a") as file:
        file.write("\n<!-- notes -->\nNotes 003 print the transpose.\n<!-- end -->\n")
    assert "the transpose" not in markdown(course)
    assert "the transpose" in markdown(course, with_notes=True)


def test_a_set_can_ask_for_a_derivation(course, folder):
    with (folder / "notebook.md").open("a") as file:
        file.write("\n<!-- formula: twice -->\nIt is $2x$.\n<!-- end -->\n")
    with (folder / "assignment.toml").open("a") as file:
        file.write(
            '\n[sets.derive]\nderive = ["twice"]\n[sets.derive.points]\nscale_forward = 0\nscale_backward = 0\ntwice = 3\n'
        )
    assert "It is $2x$" in markdown(course)
    with pytest.raises(UserError, match="`## twice` must stand here"):
        markdown(course, "derive")
    (folder / "twice").mkdir(exist_ok=True)
    course.assignment("02").concept("twice").derive.write_text("## twice\nTwo times.\n\nx: shape (N,).\n")
    assert "It is $2x$" not in markdown(course, "derive")
    stub = cell(course, "exercise:twice", "derive")
    assert '"""Two times.\n\n    x: shape (N,).\n    """' in stub
    assert stub.rstrip().endswith('raise NotImplementedError("twice")')
    assert "Two times." not in cell(course, "exercise:twice")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<!-- notes -->\na\n", "has no `<!-- end -->`"),
        ("<!-- formula -->\na\n<!-- end -->\n", "must name exercises"),
        ("<!-- only: x -->\n<!-- needs: y -->\n", "cannot stand inside"),
        ("<!-- notes -->\n<!-- formula: y -->\n", "cannot stand inside"),
        ("<!-- end -->\n", "ends nothing"),
    ],
)
def test_markers_that_do_not_fit_are_told_with_their_line(text, told):
    with pytest.raises(UserError, match=told):
        parse_notebook_text(text, Path("notebook.md"))


def test_remarks_may_stand_inside_a_condition():
    blocks = parse_notebook_text("<!-- only: x -->\na\n<!-- notes -->\nb\n<!-- end -->\nc\n<!-- end -->\nd\n", Path("n.md"))
    assert [[c.what for c in b.conditions] for b in blocks] == [["only"], ["only", "notes"], ["only"], []]


def test_headings_of_our_hints_and_derivations_are_exercises():
    course = find_course(Path(__file__).parents[2])
    assert [line for a in course.assignments() for line in unknown_sections(a)] == []
