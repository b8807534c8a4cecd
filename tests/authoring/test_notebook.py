"""The notebooks: what a student gets, what the instructor gets, and for a part of the exercises."""

from __future__ import annotations

import re

import nbformat
import pytest

from autograder.authoring.notebook import build_notebook
from autograder.authoring.notebook_text import parse_notebook_text
from autograder.errors import UserError


def cells_tagged(notebook, tag):
    return [c for c in notebook.cells if tag in c.metadata.get("tags", [])]


def text_of(notebook):
    return "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def run(notebook, skip=("setup", "check:", "scratch:")):
    """The code cells, top to bottom, as a kernel without postponed annotations would."""
    space: dict = {}
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "code" and not any(t.startswith(skip) for t in tags):
            exec(compile(cell.source, str(tags), "exec", dont_inherit=True), space)
    return space


def test_student_notebook_is_clean_and_complete(course):
    notebook = build_notebook(course, course.assignment("02").select())
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    code = [c for c in notebook.cells if c.cell_type == "code"]
    assert all(c.outputs == [] and c.execution_count is None for c in code)
    tags = [t for c in notebook.cells for t in c.metadata.get("tags", [])]
    assert tags[:2] == ["setup", "imports"]
    places = [tags.index(f"{role}:twice") for role in ("exercise", "check", "scratch")]
    assert places == list(range(places[0], places[0] + 3))
    assert cells_tagged(notebook, "check:gate")[0].source == 'check("gate")'
    assert cells_tagged(notebook, "written:why")[0].cell_type == "markdown"
    assert cells_tagged(notebook, "plot")[0].source == "gradient_picture = scale_backward"
    assert "Why does the mean depend" in text_of(notebook) and "$\\mu$" in text_of(notebook)
    assert notebook.metadata.gradmark == {
        "schema": 1,
        "assignment": "02_layers",
        "set": None,
        "exercises": {"scale_forward": 3, "scale_backward": 4, "twice": 1, "gate": 2},
    }


def test_stub_cells_run_and_raise(course):
    notebook = build_notebook(course, course.assignment("02").select())
    space = run(notebook)
    with pytest.raises(NotImplementedError, match="scale_forward"):
        space["scale_forward"](1)
    assert space["ScaleCache"]._fields == ("x_hat", "spread")
    assert "import math" not in cells_tagged(notebook, "imports")[0].source


def test_solution_notebook_runs_top_to_bottom(course):
    import numpy as np

    notebook = build_notebook(course, course.assignment("02").select(), solutions=True)
    assert "instructor" in cells_tagged(notebook, "exercise:twice")[0].source.splitlines()[0]
    space = run(notebook)
    x = np.random.default_rng(0).normal(size=(6, 3))
    assert np.allclose(space["twice"](x).std(axis=0), 1, atol=1e-3)
    _, cache = space["scale_forward"](x)
    assert np.allclose(space["scale_backward"](np.ones_like(x), cache), 0)
    assert space["Gate"](3)(space["torch"].ones(3)).tolist() == [0.5] * 3
    assert notebook.metadata.gradmark.solutions is True


def test_a_part_of_the_exercises_takes_its_text_along(course):
    assignment = course.assignment("02")
    notebook = build_notebook(course, assignment.select(set_name="short"))
    text = text_of(notebook)
    assert "Welcome" in text and "Gates open" in text and "# not a heading" in text
    assert "Only about the gradient" not in text and "Do it again" not in text
    assert "Compare with" not in text
    assert not cells_tagged(notebook, "plot")
    assert notebook.metadata.gradmark.exercises == {"scale_forward": 5, "gate": 5}
    assert "5 points" in text
    assert "Compare with" in text_of(build_notebook(course, assignment.select(only=["gate", "twice"])))


def test_what_needs_several_exercises_is_kept_only_with_all_of_them(course):
    assignment = course.assignment("02")
    path = assignment.folder / "notebook.md"
    path.write_text(path.read_text().replace("<!-- only: twice, scale_backward -->", "<!-- needs: twice, gate -->"))
    both, one = (text_of(build_notebook(course, assignment.select(only=ids))) for ids in (["gate", "twice"], ["gate"]))
    assert "Compare with" in both
    assert "Gates open" in one and "Compare with" not in one


def test_cell_ids_are_stable_unique_and_do_not_depend_on_other_sections(course):
    assignment = course.assignment("02")
    first = build_notebook(course, assignment.select())
    ids = [c.id for c in first.cells]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", i) for i in ids)
    assert nbformat.writes(first) == nbformat.writes(build_notebook(course, assignment.select()))
    path = assignment.folder / "notebook.md"
    path.write_text(path.read_text().replace("Welcome.", "Welcome.\n\n```python\n1 + 1\n```\n\nMore."))
    longer = [c.id for c in build_notebook(course, assignment.select()).cells]
    assert set(ids) < set(longer) and len(longer) == len(ids) + 2
    assert {c.id for c in build_notebook(course, assignment.select(set_name="short")).cells} < set(longer)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("<!-- exercise: twice -->", "", "'twice' has no place"),
        ("<!-- written: why -->", "", "'why' has no place"),
        (
            "<!-- exercise: twice -->",
            "<!-- exercise: thrice -->",
            r"notebook.md:\d+: .* no exercise 'thrice'",
        ),
        ("<!-- exercise: twice -->", "<!-- exercise: twice -->\n<!-- exercise: twice -->", "appears twice"),
        ("<!-- end -->", "", "has no `<!-- end -->`"),
        ("```text", "````text", r"notebook.md:\d+: this code block is never closed"),
        ("only: twice,", "only: nothing,", "`only` names 'nothing', which is not an exercise"),
        ("only: twice,", "needs: nothing,", "`needs` names 'nothing', which is not an exercise"),
        ("only: twice, scale_backward -->", "needs: -->", "`needs` must name exercises"),
        ("<!-- end -->", "<!-- needs: twice -->", "cannot stand inside the `only` of line"),
    ],
)
def test_mistakes_in_the_text_name_the_line(course, old, new, complaint):
    assignment = course.assignment("02")
    path = assignment.folder / "notebook.md"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(UserError, match=complaint):
        build_notebook(course, assignment.select())


def test_text_is_cut_into_cells_where_jupytext_cuts(tmp_path):
    text = "# A\n\none\n\n\ntwo\n\n## B\n\n```bash\nls\n```\n\n~~~python\nx = 1\n~~~\n"
    blocks = parse_notebook_text(text, tmp_path)
    assert [(b.kind, b.body) for b in blocks] == [
        ("text", "# A\n\none"),
        ("text", "two"),
        ("text", "## B\n\n```bash\nls\n```"),
        ("code", "x = 1"),
    ]
