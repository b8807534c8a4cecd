"""The cells that a release came with stay out of slices, whatever global state the answers keep."""

import ast
import json
from pathlib import Path

import pytest
from global_state import cells_of, roles_of, with_global_state

from autograder.authoring.handed_out import handed_out_statements
from autograder.course import Course
from autograder.grading.plan import Plan
from autograder.intake.parsing import parse_cell
from autograder.intake.slicing import analyse
from autograder.intake.units import make_units
from autograder.runs.grade import Options, grade

COURSE = Course(Path(__file__).resolve().parents[2])
HANDED_OUT = [(a.name, chosen) for a in COURSE.assignments() for chosen in (None, *a.sets)]


def pulled_in(name, chosen, **release):
    """Exercise -> what of the release's own cells is in its slice, in any reading; definitions and imports left aside."""
    selection = COURSE.assignment(name).select(set_name=chosen)
    plan = Plan.make(COURSE, selection)
    notebook = with_global_state(COURSE, selection)
    own = {label for label, role in roles_of(notebook).items() if role in ("setup", "code", "check", "scratch")}
    known = release or {"asked": plan.asked, "released": plan.released}
    analysis = analyse(cells_of(notebook), {}, plan.given, **known)
    found = {}
    for e in selection.exercises:
        piece = analysis.slice(plan.surface(e).names)
        assert not piece.missing and not piece.broken and not piece.whole, (e.id, piece.notes)
        taken = [s for reading in (piece.statements, *piece.others) for s in reading if s.label in own]
        shown = [s.source for s in taken if not s.source.startswith(("import ", "from ", "def ", "class "))]
        found |= {e.id: shown} if shown else {}
    return found


@pytest.mark.parametrize(("name", "chosen"), HANDED_OUT)
def test_no_demonstration_enters_a_slice(name, chosen):
    assert pulled_in(name, chosen) == {}


def test_a_name_of_a_star_import_is_not_what_a_picture_made_of_it():
    """The notebook of 11 computes a `mean` for a picture; after `from numpy import *` an answer's `mean` is numpy's."""
    shown = ["mean = 3.0", "words = ['a']"]
    released = [unit.digest for text in shown for unit in make_units([parse_cell("r", text)])[0]]
    cells = [
        ("0", "from numpy import *"),
        ("1", "def f(x): return mean(x) + len(words)"),
        ("2", "\n".join(shown)),
    ]
    for order in (cells, [cells[0], cells[2], cells[1]]):
        piece = analyse(order, asked=["f"], released=released).slice(["f"])
        assert "mean = 3.0" not in [s.source for s in piece.statements]
        assert "words = ['a']" in [s.source for s in piece.statements]  # which numpy does not have


OWN_NAMES = {
    "a_base": ("import typing as t", "class Cache(t.NamedTuple):\n    x: int\n\ndef f(x): return Cache(x)"),
    "a_decorator": ("def t(g): return g", "@t\ndef f(x): return x"),
    "a_default": ("from math import tau as t", "def f(x, whole=t): return x * whole"),
    "a_constant": ("import math as t", "TURN = 2 * t.pi\ndef f(x): return x * TURN"),
}


@pytest.mark.parametrize(("above", "answer"), OWN_NAMES.values(), ids=OWN_NAMES)
def test_a_loop_of_a_picture_takes_no_name_of_the_student_s_own(above, answer):
    """The notebook of 11 has `for t in way:` above answers that need their own `t` at once."""
    shown = "way = range(3)\nfor t in way:\n    print(t)"
    released = [unit.digest for unit in make_units([parse_cell("r", shown)])[0]]
    cells = [("0", above), ("1", shown), ("2", answer)]
    piece = analyse(cells, asked=["f"], released=released).slice(["f"])
    assert {s.label for s in piece.statements} == {"0", "2"}
    own = analyse(cells, asked=["f"]).slice(["f"])
    assert "1" in {s.label for s in own.statements}  # a loop of the student's own is what the notebook really runs


def test_a_name_of_the_set_up_cell_may_be_the_student_s_own():
    """Of any version: an older release has another set-up cell."""
    older = "try:\n    from autograder import check\nexcept ImportError:\n    raise SystemExit('install it')"
    helper, answer = "def check(x): return x", "def f(x): return check(x)"
    for cells in ([("0", older), ("1", helper), ("2", answer)], [("1", helper), ("0", older), ("2", answer)]):
        piece = analyse(cells, asked=["f"], released=["something"]).slice(["f"])
        assert {s.label for s in piece.statements} == {"1", "2"}


def test_without_knowing_the_release_they_would():
    """The test above has teeth: state like this drew them in."""
    found = pulled_in("11", None, asked=[])
    assert any("plt." in source for shown in found.values() for source in shown)


@pytest.mark.parametrize("assignment", COURSE.assignments(), ids=lambda a: a.name)
def test_every_handed_out_demonstration_is_known(assignment):
    from autograder.authoring.notebook import build_notebook

    known = set(handed_out_statements(assignment))
    for chosen in (None, *assignment.sets):
        notebook = build_notebook(COURSE, assignment.select(set_name=chosen))
        for cell in notebook.cells:
            if cell.cell_type == "code" and cell.id.split("-")[0] in ("code", "setup"):
                units, _, _ = make_units([parse_cell("", cell.source)])
                assert units or not ast.parse(cell.source).body
                assert {u.digest for u in units} <= known


STRAIGHT_THROUGH = """
class Through(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, q):
        return q.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad, None


def straight_through(z_e, z_q):
    return Through.apply(z_e, z_q)
"""
MEMO = """
maps = {}
_by_hand = time_embedding


def time_embedding(t, dim, *more, **named):
    key = (np.asarray(t).tobytes(), dim, str(more), str(named))
    if key not in maps:
        maps[key] = _by_hand(t, dim, *more, **named)
    return maps[key].copy()
"""
HISTORY = """
run = {"runs": 0}
_once = train_vae_digits


def train_vae_digits(*args, **kwargs):
    run["runs"] += 1
    return _once(*args, **kwargs)
"""


def fully_graded(tmp_path, name, only, notebook):
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(notebook))
    summary = grade(COURSE.root, name, [path], tmp_path / "out", Options(only=only, quiet=True, jobs=1))
    (result,) = summary.results
    assert {e.id: [t.message for t in e.tests if t.outcome != "passed"] for e in result.exercises} == {
        e.id: [] for e in result.exercises
    }


def added_to(exercise, notebook, text):
    for cell in notebook["cells"]:
        if f"exercise:{exercise}" in cell["metadata"].get("tags", []):
            cell["source"] = "".join(cell["source"]) + "\n" + text
    return notebook


@pytest.mark.parametrize(
    ("name", "exercise", "text"),
    [
        ("11", "vqvae_loss", STRAIGHT_THROUGH),
        ("13", "time_embedding", MEMO),
        pytest.param("11", "train_vae_digits", HISTORY, marks=pytest.mark.slow),
    ],
)
def test_such_answers_get_their_points(tmp_path, name, exercise, text):
    selection = COURSE.assignment(name).select()
    notebook = added_to(exercise, with_global_state(COURSE, selection, ids=()), text)
    fully_graded(tmp_path, name, [exercise], notebook)


@pytest.mark.slow
@pytest.mark.parametrize("assignment", COURSE.assignments(), ids=lambda a: a.name)
def test_state_in_every_answer_costs_nothing(tmp_path, assignment):
    selection = assignment.select()
    sample = [e.id for e in selection.exercises if not e.training][::4]
    fully_graded(tmp_path, assignment.name, sample, with_global_state(COURSE, selection))
