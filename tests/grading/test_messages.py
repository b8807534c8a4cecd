"""What students and staff are told about whole hand-ins: once, at the top, with the way out."""

import json

import pytest

from autograder.reports.feedback import feedback_markdown
from autograder.runs.grade import Options, grade
from autograder.runs.replay import replay

SOFT = "def soft_threshold(theta, tau):\n    return np.sign(theta) * np.maximum(np.abs(theta) - tau, 0)\n"
RIDGE = "def ridge_shrinkage(h, theta_star, lam):\n    return np.linalg.solve(h + lam * np.eye(len(h)), h @ theta_star)\n"


def notebook(*cells):
    made = [{"cell_type": "code", "metadata": {}, "source": c, "outputs": [], "execution_count": None} for c in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": made}).encode()


IMPORT = "import numpy as np"
HAND_INS = {
    "other_assignment.ipynb": notebook(
        IMPORT, "def affine_backward(dout, cache):\n    return x", "def numerical_jacobian(f, x):\n    return x"
    ),
    "other_set.ipynb": notebook(IMPORT, "def batchnorm_forward(x, gamma, beta, eps=1e-5):\n    return x"),
    "by_set_up.ipynb": notebook('from pathlib import Path\nPath("99_elsewhere.zip")', "def unheard_of(x): ..."),
    "marimo.py": b"import marimo\napp = marimo.App()\n\n@app.cell\ndef _():\n    def soft_threshold(a, b): ...\n    return\n",
    "magics.ipynb": notebook("%matplotlib inline", IMPORT, "!pip install x", SOFT, RIDGE, "this is no python"),
    "latin.py": f"# Fran\u00e7ois\n{IMPORT}\n{SOFT}{RIDGE}".encode("latin-1"),
    "broken.ipynb": notebook(IMPORT, SOFT.replace("0)", "0"), RIDGE),
    "value.ipynb": notebook(IMPORT, "soft_threshold = 3", RIDGE),
    "swapped.ipynb": notebook(IMPORT, SOFT.replace("theta, tau", "tau, theta"), RIDGE),
}


@pytest.fixture(scope="module")
def graded(our_course, tmp_path_factory):
    place = tmp_path_factory.mktemp("messages")
    folder = place / "class"
    folder.mkdir()
    for name, content in HAND_INS.items():
        (folder / name).write_bytes(content)
    helped = folder / "helped"
    helped.mkdir()
    (helped / "hw.ipynb").write_bytes(notebook(IMPORT, "from helper import sign", SOFT.replace("np.sign", "sign"), RIDGE))
    (helped / "helper.py").write_text(
        "import torch\nfrom torch import nn\nimport jax.numpy as jnp\nimport numpy as np\n\n\nclass Net(nn.Module):\n"
        "    def forward(self, x: torch.Tensor) -> jnp.ndarray:\n        return torch.relu(x)\n\n\n"
        "def sign(x):\n    return np.sign(x)\n"
    )
    options = Options(only=["soft_threshold", "ridge_shrinkage"], quiet=True, jobs=1)
    done = grade(our_course.root, "04", [folder], place / "out", options)
    return {r.submission: r for r in done.results}


def said_once(result, *words):
    text = feedback_markdown(result).replace("\\", "")
    for word in words:
        assert text.count(word) == 1, (word, text)
    assert sum(words[0] in t.message for e in result.exercises for t in e.tests) == 0


@pytest.mark.parametrize(
    "name, words",
    [
        ("other_assignment", ["another assignment", "02_backprop", "numerical_jacobian, affine_backward"]),
        ("other_set", ["other exercises of 04_regularization", "batchnorm_forward"]),
        ("by_set_up", ["another assignment", "99_elsewhere"]),
        ("marimo", ["is a marimo notebook", "marimo export ipynb marimo.py"]),
    ],
)
def test_what_answers_something_else_is_called_that_once(graded, name, words):
    said_once(graded[name], *words)
    assert words[0] in graded[name].not_gradable and "ask the student for" in graded[name].not_gradable


def test_notes_on_the_hand_in_stand_once(graded):
    result = graded["magics"]
    assert result.score == result.possible
    said_once(result, "%matplotlib inline", "!pip install x", "cell 6, line 1: SyntaxError")
    assert not any(e.notes for e in result.exercises)


def test_latin_1_is_read(graded):
    assert graded["latin"].score == graded["latin"].possible


def test_an_unused_import_in_a_sibling_costs_nothing(graded):
    assert graded["helped"].score == graded["helped"].possible


@pytest.mark.parametrize(
    "name, says",
    [
        ("broken", "soft_threshold cannot be read: SyntaxError in line 2 of soft_threshold (cell 2, line 2): '(' was never"),
        ("value", "soft_threshold is not a function at the end of your submission"),
    ],
)
def test_one_exercise_is_told_what_is_wrong_with_it(graded, name, says):
    soft, ridge = graded[name].exercises
    assert all(t.reason.startswith(says) for t in soft.tests) and ridge.earned == ridge.possible
    assert feedback_markdown(graded[name]).replace("\\", "").count(says) == 1


def test_swapped_parameters_are_noted(graded):
    assert any("asks for `soft_threshold(theta, tau)`" in note for note in graded["swapped"].exercises[0].notes)


# --- replay --------------------------------------------------------------------------------------------------------


def test_replay_of_a_set_with_other_points_by_the_name_of_the_roster(small_course, tmp_path, capsys):
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.roster import read_roster, store_roster

    path = small_course.root / "assignments" / "01_example" / "assignment.toml"
    path.write_text(path.read_text() + "\n[sets.half]\ntitle = 'Half'\npoints = { softplus = 2 }\n")
    hand_in = tmp_path / "js77.py"
    hand_in.write_text("import numpy as np\n\ndef softplus(x):\n    return 2 * np.logaddexp(0, x)\n")
    options = Options(set_name="half", quiet=True, jobs=1)
    [result] = grade(small_course.root, "01", [hand_in], tmp_path / "out", options).results
    failed = next(t for t in result.exercises[0].tests if not t.passed)
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name,login\n1,Jane Smith,js77\n")
    with Gradebook(tmp_path / "out") as book, book.writing() as db:
        store_roster(db, *read_roster(roster))
    for who in ("js77", "Jane Smith", "1"):
        replay(tmp_path / "out", who, failed.id)
        told = capsys.readouterr().out
        assert "outcome:  failed (recorded: failed)" in " ".join(told.split("\n"))
        assert all(word in told for word in ("call 1 of", "x  ", "got  ", "expected  ", "float64"))


def test_an_exception_that_was_not_raised_is_named(our_course, tmp_path):
    (tmp_path / "ana.py").write_text(
        "import numpy as np\n\ndef one_hot(labels, num_classes):\n    return np.eye(num_classes)[labels]\n"
    )
    options = Options(only=["one_hot"], quiet=True, jobs=1)
    (result,) = grade(our_course.root, "01", [tmp_path / "ana.py"], tmp_path / "out", options).results
    failed = [test.message for exercise in result.exercises for test in exercise.tests if test.outcome == "failed"]
    assert failed and all("your code raised no ValueError" in message for message in failed), failed
