"""What a student does with a release folder and nothing else: check in the notebook, by command, by pytest; hand in."""

import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from autograder.authoring.release import make_release
from autograder.authoring.scaffold import init_course
from autograder.runs.grade import Options, grade

RIGHT = "def softplus(x):\n    return np.logaddexp(0, x)"
WRONG = "def softplus(x):\n    return np.log(1 + np.exp(x))"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release of the example course; its wheel takes seconds to build."""
    place = tmp_path_factory.mktemp("made")
    course = init_course(place / "course")
    return make_release(course, course.assignment("01").select(), place / "dist").path


@pytest.fixture
def release(made, tmp_path):
    return shutil.copytree(made, tmp_path / made.name)


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
    return subprocess.run([sys.executable, "-m", *map(str, command)], cwd=release, capture_output=True, text=True)


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
BY_TORCH = "import torch\n\ndef softplus(x):\n    return torch.nn.functional.softplus(torch.as_tensor(x)).numpy()"
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
    NotebookClient(notebook, timeout=120, allow_errors=True, resources={"metadata": {"path": str(release)}}).execute()
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


ENDLESS = "def softplus(x):\n    while True:\n        try:\n            x = x + 0\n        except Exception:\n            pass"
ASLEEP = "import time\n\ndef softplus(x):\n    time.sleep(1000)"
AT_LOAD = "shift = 0\nwhile True:\n    shift = 1\n\ndef softplus(x):\n    return x + shift"


@pytest.mark.parametrize("code", [ENDLESS, ASLEEP, AT_LOAD])
def test_an_endless_loop_is_stopped(release, code):
    done = run(release, "autograder", "check", fill(release, code).name, "--seconds", "1")
    assert done.returncode == 1 and "stopped after 1 s" in done.stdout and "seconds=60" in done.stdout, done.stdout
    assert done.stdout.count("stopped after") == 1


def test_an_endless_loop_is_stopped_in_any_thread(release):
    """As on Windows, where no signal interrupts anything."""
    code = """
import threading
from functools import partial
from autograder.student.checks import file_session, find_release, run_checks
from autograder.student.notebook import lines
from pathlib import Path

def work():
    release = find_release()
    found = run_checks(release, ["softplus"], partial(file_session, release, Path("01_example.ipynb")), 1.0)
    print("\\n".join(lines("softplus", found)))

thread = threading.Thread(target=work)
thread.start()
thread.join(60)
print("ended", not thread.is_alive())
"""
    fill(release, ENDLESS)
    done = subprocess.run([sys.executable, "-c", code], cwd=release, capture_output=True, text=True)
    assert "stopped after 1 s, in line" in done.stdout and "ended True" in done.stdout, done.stdout + done.stderr


def test_an_endless_loop_is_stopped_in_the_notebook(release, monkeypatch):
    monkeypatch.setenv("GRADMARK_SECONDS", "1")
    assert "stopped after 1 s, in line" in told_in_the_notebook(release, ENDLESS)


def test_the_limit_leaves_others_alone():
    """What is left of a clock is its own affair: no signal, no exception comes afterwards."""
    from autograder.student.clock import WallClock

    def use():
        clock = WallClock(0.05)
        with clock:
            while True:
                pass
        assert clock.is_over
        for _ in range(200_000):
            pass

    before = signal.getsignal(signal.SIGALRM)
    use()
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    with ThreadPoolExecutor(1) as pool:
        pool.submit(use).result(30)
    with WallClock(0):
        pass


TYPO = "def softplus(x):\n    return npp.logaddexp(0, x)"
RENAMED = "def soft_plus(x):\n    return np.logaddexp(0, x)"


@pytest.mark.parametrize("code, says", [(TYPO, "name 'npp' is not defined"), (RENAMED, "there is soft_plus (")])
def test_a_slip_is_said_and_no_other_cell_is_run(release, code, says):
    path = fill(release, code)
    notebook = nbformat.read(path, 4)
    notebook.cells += [new_code_cell("print('this was run')"), new_code_cell("check()\nfrom autograder import check\ncheck()")]
    nbformat.write(notebook, path)
    done = run(release, "autograder", "check", path.name)
    assert done.returncode == 1 and says in done.stdout and "this was run" not in done.stdout, done.stdout
    assert done.stdout.count("checks pass") == 1 and len(done.stdout.splitlines()) < 12


def test_the_notebook_of_another_assignment_is_called_that(release):
    path = release / "old.ipynb"
    other = [new_code_cell('from pathlib import Path\nPath("00_before.zip")'), new_code_cell("def f(x): ...")]
    nbformat.write(nbformat.v4.new_notebook(cells=other), path)
    done = run(release, "autograder", "check", path.name)
    assert done.returncode == 2 and done.stderr.count("another assignment") == 1 and "00_before" in done.stderr


def test_none_is_called_none(release, small_course, tmp_path):
    path = fill(release, "def softplus(x):\n    y = np.logaddexp(0, x)")
    says = "softplus returned None: is a `return` missing?"
    told = run(release, "autograder", "check", path.name).stdout
    assert says in told and "another form" not in told
    [result] = grade(small_course.root, "01", [path], tmp_path / "out", Options(quiet=True)).results
    assert {t.reason for t in result.exercises[0].tests} == {says}


def test_another_signature_says_which_one_was_expected(release, small_course, tmp_path):
    path = fill(release, "def softplus(x, sharp):\n    return np.logaddexp(0, x)")
    says = "The task asks for `softplus(x)`, and yours is `softplus(x, sharp)`"
    told = run(release, "autograder", "check", path.name).stdout
    assert told.count(says) == 1 and "missing 1 required positional argument: 'sharp'" in told
    assert says in told_in_the_notebook(release, "def softplus(x, sharp):\n    return np.logaddexp(0, x)")
    [result] = grade(small_course.root, "01", [path], tmp_path / "out", Options(quiet=True)).results
    assert all(t.reason.startswith(says) for t in result.exercises[0].tests)


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
