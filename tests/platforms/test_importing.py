"""`gradmark import`: assignments written for nbgrader and otter become ours, and what cannot is said cell by cell."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import import_samples as samples
import nbformat
import pytest
from nbformat import v4
from typer.testing import CliRunner

from autograder.authoring.imported import AnswerPiece, QuestionPiece, TestPiece
from autograder.authoring.imported_code import free_names, indented, read_answer
from autograder.authoring.release import make_release
from autograder.authoring.scaffold import init_course
from autograder.cli import app
from autograder.course import Course
from autograder.errors import UserError
from autograder.platforms.importing import import_path, read
from autograder.runs.grade import Options, grade


@pytest.fixture
def course(tmp_path):
    return init_course(tmp_path / "course")


def saved(tmp_path, notebook, name="sample.ipynb"):
    nbformat.write(notebook, tmp_path / name)
    return tmp_path / name


def imported(course, path, *more):
    done = CliRunner().invoke(app, ["import", str(path), "--course", str(course.root), "--json", *more])
    assert done.exit_code == 0, (done.output, done.exception)
    return json.loads(done.stdout)


def scores(course, name, out, files):
    for file, text in files.items():
        out.mkdir(exist_ok=True)
        (out / file).write_text(text)
    options = Options(quiet=True, jobs=1)
    found = grade(course.root, name, [out / f for f in files], out / "graded", options).results
    return {r.submission: {e.id: e.earned for e in r.exercises} for r in found}


def test_an_nbgrader_assignment_becomes_ours_and_its_solution_gets_full_points(course, tmp_path):
    report = imported(course, saved(tmp_path, samples.NBGRADER), "--as", "07_loops")
    assert report["tool"] == "nbgrader"
    assert report["exercises"] == {"squares": 3, "sum_of_squares": 1.5, "scaled": 2}
    assert report["written"] == {"why": 3, "picture": 2}
    assert report["own_solution"] == {"score": 6.5, "possible": 6.5}
    said = "\n".join(report["to_do"])
    for cell, word in ((12, "asks for values (answer)"), (13, "calls no function"), (14, "AUTOTEST"), (15, "uses leftover")):
        assert any(line.startswith(f"cell {cell} ") and word in line for line in report["to_do"]), (cell, said)
    assignment = Course(course.root).assignment("07")
    assert assignment.status == "draft" and assignment.title == "Problem set 1"
    assert assignment.get("sum_of_squares").needs == ["squares"]
    assert next((w.prompt, w.rubric) for w in assignment.written) == (
        "Why is the sum of squares cubic in n?",
        "Because each term grows like $i^2$.",
    )
    # Students get the visible tests and no other; a part that was given stays in the stub.
    made = make_release(course, assignment.select(), tmp_path / "dist", allow_draft=True)
    everything = "\n".join(p.read_text() for p in made.path.rglob("*") if p.suffix in (".py", ".ipynb"))
    assert "squares(2) == [1, 4]" in everything and "121" not in everything
    assert "each term grows" not in everything and "1 point for axes" not in everything
    stub = next(c.source for c in nbformat.read(made.path / "07_loops.ipynb", 4).cells if "def sum_of_squares" in c.source)
    assert "total = 0" in stub and "return total" in stub and "sum(squares" not in stub
    wrong = "import numpy as np\ndef squares(n):\n    return [i**2 for i in range(1, n + 1)]\n"
    wrong += "def sum_of_squares(n):\n    return sum(squares(n))\ndef scaled(x):\n    return x\n"
    notebook = (made.path / "07_loops.ipynb").read_text()
    found = scores(course, "07", tmp_path / "in", {"wrong.py": wrong, "stubs.ipynb": notebook})
    assert found["wrong"] == {"squares": 2, "sum_of_squares": 1.5, "scaled": 0}
    assert found["stubs"] == {"squares": 0, "sum_of_squares": 0, "scaled": 0}


def test_an_otter_assignment_becomes_ours_and_its_solution_gets_full_points(course, tmp_path):
    report = imported(course, saved(tmp_path, samples.OTTER, "lab2.ipynb"))
    assert report["tool"] == "otter" and Path(report["folder"]).name == "02_lab2"
    assert report["exercises"] == {"cube": 4, "counter": 1} and report["written"] == {"q4": 2}
    assert report["own_solution"] == {"score": 5, "possible": 5}
    assert any("cell 28 (q3): asks for values (mean)" in line for line in report["to_do"])
    assert any("table.csv" in line for line in report["to_do"])
    public = (course.root / "assignments/02_lab2/cube/test_public.py").read_text()
    assert "cube(2)) == 8" in public and "27" not in public and "arange" not in public
    assignment = Course(course.root).assignment("02")
    made = make_release(course, assignment.select(), tmp_path / "dist", allow_draft=True)
    everything = "\n".join(p.read_text() for p in made.path.rglob("*") if p.suffix in (".py", ".ipynb"))
    assert "x**3" not in everything and "it is odd" not in everything and "Question 4" in everything
    wrong = (
        "class Counter:\n    def __init__(self, start=0):\n        self.n = start\n    def up(self):\n        return self.n\n"
    )
    found = scores(course, "02", tmp_path / "in", {"w.py": wrong + "def cube(x):\n    return x * x * x if x is not 3 else 0\n"})
    assert found["w"] == {"cube": 3.5, "counter": 0}


def test_what_fails_on_its_own_solution_is_named_by_its_cell(course, tmp_path):
    """A test that leans on the state of the notebook can be taken over by its looks, and does not work."""
    notebook = v4.new_notebook(
        cells=[
            samples.nb_cell(
                "def counted():\n    ### BEGIN SOLUTION\n    return hits\n    ### END SOLUTION", "c", solution=True
            ),
            samples.nb_tests("import builtins\nbuiltins.hits = 3\nassert counted() == 3", "sets_a_global", 2),
        ]
    )
    report = imported(course, saved(tmp_path, notebook))
    assert report["own_solution"]["score"] == 0
    assert any(line.startswith("cell 2 (sets_a_global): the solution of counted fails") for line in report["to_do"])


def test_points_of_otter_questions_are_shared_out(tmp_path):
    def points(question, *tests):
        cells = [samples.raw(f"# BEGIN QUESTION\nname: q\n{question}"), samples.raw("# BEGIN TESTS")]
        cells += [v4.new_code_cell(t) for t in tests] + [samples.raw("# END TESTS"), samples.raw("# END QUESTION")]
        found = read(saved(tmp_path, v4.new_notebook(cells=cells)))
        return [p.points for p in found.pieces if isinstance(p, TestPiece)]

    own = '""" # BEGIN TEST CONFIG\npoints: 3\n""" # END TEST CONFIG\nassert f(1)'
    assert points("points: 4", "assert f(1)", "assert f(2)") == [2, 2]
    assert points("points: [0, 5]", "assert f(1)", "assert f(2)") == [0, 5]
    assert points("", "assert f(1)", "assert f(2)") == [0.5, 0.5]
    assert points("", own, "assert f(2)") == [3, 0]
    assert points("points: 4", own, "assert f(2)") == [3, 1]


@pytest.mark.parametrize(
    ("code", "names", "kept", "values"),
    [
        ("def f(x):\n    return x", ["f"], "def f(x):\n    return x", []),
        ("def g():\n    pass\ndef f(x):\n    # BEGIN SOLUTION\n    return x\n    # END SOLUTION", ["f"], "def g", []),
        ("# BEGIN SOLUTION\ndef f(x):\n    return x\n# END SOLUTION", ["f"], "def f(x):\n    return x", []),
        ("x = 3\ny = x", [], "", ["x", "y"]),
        ("LIMIT = 3\ndef f():\n    return LIMIT\nprint(f())", ["f"], "LIMIT = 3\ndef f():\n    return LIMIT", []),
        ("# BEGIN SOLUTION\nz = 1\n# END SOLUTION\ndef f():\n    return 1", [], "def f", ["z"]),
    ],
)
def test_what_a_solution_cell_asks_for(code, names, kept, values):
    answer = read_answer(code)
    assert (answer.names, answer.values) == (names, values) and kept in answer.code and "z = 1" not in answer.code


def test_small_things_of_code():
    assert free_names("import a\nb = a.c(d)\n[e for e in f]\ndef g(h):\n    return h + i + b\nprint(len(g))") == {"d", "f", "i"}
    assert indented('x = """a\nb"""\nif x:\n\n    y = 1') == '    x = """a\nb"""\n    if x:\n\n        y = 1'
    assert read_answer("def f(:") is None


def test_bad_input_is_said_in_a_line(course, tmp_path):
    plain = saved(tmp_path, v4.new_notebook(cells=[v4.new_markdown_cell("hello")]))
    (tmp_path / "broken.ipynb").write_text("{")
    (tmp_path / "two").mkdir()
    for name in "ab":
        nbformat.write(samples.OTTER, tmp_path / "two" / f"{name}.ipynb")
    nothing = v4.new_notebook(cells=[samples.nb_cell("x = 1", "x", solution=True), samples.nb_tests("assert x == 1", "t", 1)])
    for path, words in (
        (plain, "neither an nbgrader source notebook"),
        (tmp_path / "broken.ipynb", "not a notebook"),
        (tmp_path / "nowhere.ipynb", "does not exist"),
        (tmp_path / "two", "give one notebook"),
        (saved(tmp_path, nothing, "nothing.ipynb"), "nothing of this notebook"),
    ):
        with pytest.raises(UserError, match=words):
            import_path(course, path)
    with pytest.raises(UserError, match="01_example already"):
        import_path(course, saved(tmp_path, samples.OTTER), "01_other")
    assert [f.name for f in course.folders()] == ["01_example"]


@pytest.mark.slow
def test_the_samples_are_what_the_tools_take(tmp_path):
    """The real `otter assign` and the real `nbgrader generate_assignment` accept them."""
    tools = Path(sys.executable).parent
    path = saved(tmp_path, samples.OTTER, "lab2.ipynb")
    (tmp_path / "table.csv").write_text("a\n1\n")
    command = [sys.executable, "-m", "otter", "assign", "--no-pdfs", str(path), str(tmp_path / "made")]
    environment = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    source = tmp_path / "nb" / "source" / "ps1"
    source.mkdir(parents=True)
    kept = [c for c in samples.NBGRADER.cells if "AUTOTEST" not in c.source]
    nbformat.write(v4.new_notebook(cells=kept), source / "ps1.ipynb")
    (tmp_path / "nb" / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'x'\n")
    nbgrader = shutil.which("nbgrader", path=environment["PATH"])
    for verb in (["update", "."], ["generate_assignment", "ps1", "--force"]):  # one cell is of an old schema
        done = subprocess.run([nbgrader, *verb], cwd=tmp_path / "nb", env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    found = read(source / "ps1.ipynb")
    assert {type(p) for p in found.pieces} >= {AnswerPiece, TestPiece, QuestionPiece}
