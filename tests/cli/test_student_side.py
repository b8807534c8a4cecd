"""What a student does with a release folder and nothing else: check in the notebook, by command, by pytest; hand in."""

import json
import os
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from autograder.authoring.release import make_release
from autograder.runs.grade import Options, grade

RIGHT = "def softplus(x):\n    return np.logaddexp(0, x)"
WRONG = "def softplus(x):\n    return np.log(1 + np.exp(x))"


@pytest.fixture
def release(small_course, tmp_path):
    return make_release(small_course, small_course.assignment("01").select(), tmp_path / "dist").path


def fill(release, code):
    """Writes into the stub's cell, as a student would."""
    path = release / "01_example.ipynb"
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        if "exercise:softplus" in cell.metadata.get("tags", []):
            cell.source = code
    nbformat.write(notebook, path)
    return path


def run(release, *command):
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)], cwd=release, capture_output=True, text=True
    )


def test_check_by_command(release):
    path = fill(release, RIGHT)
    done = run(release, "autograder", "check", path.name)
    assert done.returncode == 0 and "3 of 3 checks pass" in done.stdout
    fill(release, WRONG)
    done = run(release, "autograder", "check", path.name, "softplus")
    assert done.returncode == 1 and "2 of 3 checks pass" in done.stdout and "must be finite" in done.stdout


def test_an_unwritten_stub_says_so(release):
    done = run(release, "autograder", "check", "01_example.ipynb")
    assert done.returncode == 1 and "softplus is not implemented yet" in done.stdout


def test_a_broken_cell_elsewhere_costs_nothing(release):
    path = fill(release, RIGHT)
    notebook = nbformat.read(path, 4)
    notebook.cells.insert(1, new_code_cell("this is no python"))
    notebook.cells.append(new_code_cell("while True: pass"))
    nbformat.write(notebook, path)
    assert run(release, "autograder", "check", path.name).returncode == 0


def test_plain_pytest_works_in_the_folder(release):
    fill(release, RIGHT)
    done = run(release, "pytest")
    assert done.returncode == 0 and "3 passed" in done.stdout
    fill(release, WRONG)
    done = run(release, "pytest")
    assert done.returncode == 1 and "1 failed" in done.stdout


def test_check_in_the_notebook(release):
    """Executed in a real kernel, cell by cell, as Jupyter does."""
    from nbclient import NotebookClient

    path = fill(release, RIGHT)
    notebook = nbformat.read(path, 4)
    notebook.cells = [c for c in notebook.cells if "plt" not in c.source]
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(release)}}).execute()
    text = json.dumps([c.get("outputs", []) for c in notebook.cells])
    assert "3 of 3 checks pass" in text


def test_forbidden_packages_are_named(release):
    path = fill(
        release,
        "import torch\n\ndef softplus(x):\n    return torch.nn.functional.softplus(torch.as_tensor(x)).numpy()",
    )
    done = run(release, "autograder", "check", path.name)
    assert done.returncode == 1 and "torch" in done.stdout and "forbidden in this exercise" in done.stdout


def test_what_the_student_hands_in_is_graded(release, small_course, tmp_path):
    path = fill(release, RIGHT)
    summary = grade(small_course.root, "01", [path], tmp_path / "out", Options(quiet=True))
    assert summary.results[0].score == 5


NUMPY_ONLY = "packages with autograd are forbidden in this exercise"
BY_TORCH = (
    "import torch\n\ndef softplus(x):\n    return torch.nn.functional.softplus(torch.as_tensor(x)).numpy()"
)
TYPED = (
    "import numpy as np\nimport torch\n\ndef softplus(x: np.ndarray | torch.Tensor):\n"
    "    if isinstance(x, torch.Tensor):\n        x = x.numpy()\n    return np.logaddexp(0, x)"
)


def told_in_the_notebook(release, code):
    """What the checks print in a real kernel, cell by cell, as Jupyter runs them."""
    from nbclient import NotebookClient

    notebook = nbformat.read(fill(release, code), 4)
    notebook.cells = [c for c in notebook.cells if "plt" not in c.source]
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    NotebookClient(
        notebook, timeout=120, allow_errors=True, resources={"metadata": {"path": str(release)}}
    ).execute()
    return json.dumps([c.get("outputs", []) for c in notebook.cells], ensure_ascii=False)


@pytest.mark.parametrize("code, says", [(BY_TORCH, NUMPY_ONLY), (TYPED, "3 of 3 checks pass")])
def test_a_check_asks_what_grading_asks(release, small_course, tmp_path, code, says):
    """In the notebook, by the command, and in grading: the same answer."""
    assert says in told_in_the_notebook(release, code)
    path = fill(release, code)
    assert says in run(release, "autograder", "check", path.name).stdout
    [result] = grade(small_course.root, "01", [path], tmp_path / "out", Options(quiet=True)).results
    assert (result.score == 5) == (code == TYPED)
    assert (NUMPY_ONLY in result.exercises[0].tests[0].message) == (code == BY_TORCH)


def test_the_text_of_an_exception_is_told_where_the_inputs_are_public(release):
    code = "def softplus(x):\n    return {'left': 1}[f'right {np.shape(x)}']"
    told = run(release, "autograder", "check", fill(release, code).name).stdout
    assert "KeyError: 'right (" in told
    assert "KeyError: 'right (" in told_in_the_notebook(release, code)


WITH_A_MEMO = """
grid = {}


def softplus(x):
    grid[len(grid)] = x
    return np.logaddexp(0, x)
"""
RELYING = """
import sys

sys.setrecursionlimit(40_000)


def countdown(n):
    return n if n == 0 else countdown(n - 1)


def softplus(x):
    return np.logaddexp(countdown(5_000), x)
"""


@pytest.mark.parametrize("code", [WITH_A_MEMO, RELYING])
def test_a_check_reads_the_notebook_as_grading_does(release, code):
    """Demonstrations are not run, also where they change what an answer uses; what an answer relies on is."""
    assert "3 of 3 checks pass" in told_in_the_notebook(release, code)
    path = fill(release, code)
    notebook = nbformat.read(path, 4)
    notebook.cells.append(new_code_cell("while True:\n    softplus(1.0)"))
    nbformat.write(notebook, path)
    done = run(release, "autograder", "check", path.name)
    assert done.returncode == 0 and "3 of 3 checks pass" in done.stdout, done.stdout
