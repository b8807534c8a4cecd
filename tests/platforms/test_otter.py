"""The otter bridge with the real otter: assign, the student's notebook, run, the container's files; same scores."""

from __future__ import annotations

import fnmatch
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
from hand_ins import KINDS, Class, commands_of, grade_class

from autograder.authoring.release import ReleaseReport, make_release
from autograder.course import Course, Selection
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.grading.results import SubmissionResult
from autograder.platforms.otter.export import write
from autograder.platforms.otter.version import require_otter
from autograder.runs.bundle import bundle_files
from autograder.runs.grade import Options, grade
from tests.course_samples import a_written_test, varied_of_all

HERE = Path(__file__).parent
Release = Callable[[str], ReleaseReport]
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def autograder_zip(made: ReleaseReport) -> Path:
    return next(made.instructor.glob("*-autograder.zip"))


def notebook_of(made: ReleaseReport) -> Path:
    return next(made.path.glob("*.ipynb"))


def drive(archive: Path, *submissions: Path, **variables: str) -> dict[str, dict]:
    command = [sys.executable, str(HERE / "otter_driver.py"), str(archive), *map(str, submissions)]
    done = subprocess.run(command, env={**ENVIRONMENT, **variables}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def assert_same(found: dict, expected: SubmissionResult) -> None:
    """Score by score, and every word that a student reads."""
    assert found["scores"] == pytest.approx({e.id: e.earned for e in expected.exercises})
    assert found["total"] == pytest.approx(expected.score)
    assert found["possible"] == pytest.approx(expected.possible)
    assert_words(found["summary"], expected)


def assert_words(text: str, expected: SubmissionResult) -> None:
    words = " ".join(text.split())
    for e in expected.exercises:
        for t in e.tests:
            assert t.outcome == "passed" or " ".join(t.reason.split()) in words
            hint = " ".join(t.hint.split())
            assert not hint or words.count(hint) == 1


# --- the release -----------------------------------------------------------------------------------------------


def test_students_get_a_notebook_that_otter_made_and_all_that_it_needs(release: Release, students: Class) -> None:
    made = release("otter")
    assert {"tests/soft_threshold.py", "public/test_dropout.py", "release.json", "practice.quiz"} <= set(made.files)
    assert "otter-grader==7.0.0" in (made.path / "requirements.txt").read_text()
    sources = [cell.source for cell in nbformat.read(notebook_of(made), 4).cells]
    assert 'grader.check("soft_threshold")' in sources
    assert any("raise NotImplementedError" in source for source in sources)
    assert not any(mark in s for s in sources for mark in ("BEGIN SOLUTION", "PROMPT", "SOLUTION,"))
    for cell in nbformat.read(notebook_of(made), 4).cells:
        tag = cell.metadata.get("tags", [""])[0]
        if tag.startswith("exercise:"):
            assert cell.source == students.simulator.empty[tag.removeprefix("exercise:")]


def test_no_secret_is_in_a_students_file_nor_a_hidden_input_in_otters_tests(
    release: Release, our_course: Course, selection: Selection
) -> None:
    made = release("otter")
    secret = course_secret(our_course)
    hidden = {content for name, content in bundle_files(our_course, selection).items() if name.endswith("test_hidden.py")}
    for file in made.files:
        content = (made.path / file).read_bytes()
        assert secret not in content and secret.hex().encode() not in content and content not in hidden
        assert b"test_hidden" not in content
    with zipfile.ZipFile(autograder_zip(made)) as archive:
        tests = {n: archive.read(n).decode() for n in archive.namelist() if n.startswith("tests/")}
    assert len(tests) == len(selection.exercises)
    for e in selection.exercises:
        text = tests[f"tests/{e.id}.py"]
        assert f"points = [0, {e.points}]" in text
        body = text[text.index("def test_hidden") :].splitlines()[1:]
        assert [line.split("(")[0].strip() for line in body if line.strip()] == ["raise AssertionError"]


def test_a_release_is_the_same_bytes_each_time(release: Release) -> None:
    """otter gives its cells random ids; ours come from what the cells are."""
    ids = [cell.id for cell in nbformat.read(notebook_of(release("otter")), 4).cells]
    assert len(set(ids)) == len(ids) and all("-" in i for i in ids)


@pytest.mark.parametrize(("version", "says"), [(None, "is not installed"), ("6.1.3", "6.1.3 is installed")])
def test_another_otter_is_refused_with_the_way_out(version: str | None, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> str:
        if version is None:
            raise metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(metadata, "version", found)
    with pytest.raises(UserError, match=says) as refused:
        require_otter()
    assert 'pip install "otter-grader[grading]==7.0.*"' in str(refused.value)


# --- the student -----------------------------------------------------------------------------------------------


def test_a_student_checks_exports_and_gets_the_score_of_every_other_road(
    release: Release, students: Class, truth: dict[str, SubmissionResult], tmp_path: Path
) -> None:
    from nbclient import NotebookClient

    made = release("otter")
    folder = tmp_path / "04"
    shutil.copytree(made.path, folder)
    path = students.hand_in(notebook_of(made), "mistake", folder / notebook_of(made).name)
    notebook = nbformat.read(path, 4)
    # Set-up, answers, checks and export; the demonstrations between them are not otter's business.
    wanted = ("setup-", "imports-", "exercise-", "otter-")
    notebook.cells = [c for c in notebook.cells if c.cell_type == "code" and c.id.startswith(wanted)]
    client = NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute()
    shown = {c.source: c.outputs[0]["data"]["text/plain"] for c in notebook.cells if c.outputs}
    assert "All test cases passed!" in shown['grader.check("dropout_forward")']
    assert "✘ With tau = 1, the entries 3, 0.5 and -3 become 2, 0 and -2." in shown['grader.check("soft_threshold")']
    assert "greatest absolute difference" in shown["grader.check_all()"]

    exported = next(folder.glob("*.zip"))
    with zipfile.ZipFile(exported) as archive:
        assert ".OTTER_LOG" not in archive.namelist()
    options = Options(only=[e.id for e in students.selection.exercises if e.points], jobs=1, quiet=True)
    graded = grade(students.course.root, "04", [exported], tmp_path / "out", options).results[0]
    assert [e.earned for e in graded.exercises] == [e.earned for e in truth["mistake"].exercises]


# --- grading ---------------------------------------------------------------------------------------------------


def container(archive: Path, submission: Path, root: Path) -> Path:
    """/autograder as otter's Dockerfile builds it: the files that it adds, and no others."""
    spec = importlib.util.find_spec("otter.grade")
    assert spec and spec.submodule_search_locations
    lines = Path(spec.submodule_search_locations[0], "Dockerfile").read_text().splitlines()
    added = [line.split()[1:-1] for line in lines if line.startswith("ADD ")]
    for each in ("source", "submission", "results"):
        (root / each).mkdir(parents=True)
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            top = name.split("/")[0]
            if any(fnmatch.fnmatch(top, pattern) for patterns in added for pattern in patterns):
                packed.extract(name, root / "source")
        # Everything that setup.sh uses has to be there before it runs.
        before = added[: next(i for i, patterns in enumerate(added) if "otter_config.json" in patterns)]
        script = packed.read("setup.sh").decode()
    ours = script[script.index("# gradmark, from the wheel") :]
    wheel = next(n for n in ours.split() if n.startswith("/autograder/source/")).rpartition("/")[2]
    assert any(fnmatch.fnmatch(wheel, pattern) for patterns in before for pattern in patterns)
    with zipfile.ZipFile(root / "source" / wheel) as packed:
        assert "autograder/platforms/otter/plugin.py" in packed.namelist()
    # The last lines of setup.sh, which need no network.
    line = next(line for line in ours.splitlines() if "submission_metadata" in line)
    subprocess.run(["bash", "-c", line.replace("/autograder", str(root))], check=True)
    shutil.copy(submission, root / "submission")
    return root


def test_every_road_through_otter_gives_the_scores_and_hints_of_gradmark(
    release: Release, students: Class, truth: dict[str, SubmissionResult], tmp_path: Path
) -> None:
    """`otter.api` for most, a container for one; the next test has `otter run`."""
    made = release("otter")
    paths = {k: students.hand_in(notebook_of(made), k, tmp_path / k / f"{k}.ipynb") for k in KINDS}
    docker = container(autograder_zip(made), paths.pop("mistake"), tmp_path / "autograder")
    with ThreadPoolExecutor() as pool:  # each drives a process of its own
        in_container = pool.submit(drive, autograder_zip(made), docker)
        found = drive(autograder_zip(made), *paths.values()) | in_container.result()
    for kind, path in paths.items():
        assert_same(found[str(path)], truth[kind])
    assert "✘" in found[str(paths["stub"])]["report"]

    inside = found[str(docker)]["tests"]
    assert {t["name"]: t["score"] for t in inside} == {e.id: e.earned for e in truth["mistake"].exercises}
    assert {t["visibility"] for t in inside} == {"visible"}
    assert_words(" ".join(t["output"] for t in inside), truth["mistake"])

    ours = write([truth[kind] for kind in paths], tmp_path)[0].read_text()
    assert ours == found["final_grades.csv"]


TRAP = "import pathlib\npathlib.Path({mark!r}).write_text(__name__)\n"
MODULES = (
    "numpy.py",
    "json.py",
    "ipykernel_launcher.py",
    "ipykernel.py",
    "otter.py",
    "pandas.py",
    "autograder/__init__.py",
    "tests/soft_threshold.py",
    "sitecustomize.py",
)


def test_otter_run_executes_nothing_that_was_handed_in(
    release: Release, students: Class, truth: dict[str, SubmissionResult], tmp_path: Path
) -> None:
    made = release("otter")
    mark, hand_in = tmp_path / "executed", tmp_path / "hand_in.zip"
    with zipfile.ZipFile(hand_in, "w") as archive:
        archive.writestr("04.ipynb", json.dumps(students.fill(notebook_of(made), "mistake")))
        archive.writestr(".OTTER_LOG", f"cos\nsystem\n(S'touch {mark}'\ntR.")  # a pickle, written by hand
        archive.writestr("gradmark_bundle.zip", b"not the instructor's")
        for module in MODULES:
            archive.writestr(module, TRAP.format(mark=str(mark)))
    command = [
        str(Path(sys.executable).with_name("otter")),
        "run",
        str(hand_in),
        "-a",
        str(autograder_zip(made)),
    ]
    done = subprocess.run([*command, "-o", str(tmp_path)], env=ENVIRONMENT, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    assert not mark.exists(), f"executed: {mark.read_text()}"
    tests = json.loads((tmp_path / "results.json").read_text())["tests"]
    assert {t["name"]: t["score"] for t in tests} == {e.id: e.earned for e in truth["mistake"].exercises}
    assert "Total Score: 0.500 / 5.000" in done.stdout
    assert "What it probably is" in done.stdout


# --- hand-ins that otter cannot open ---------------------------------------------------------------------------


def test_what_otter_cannot_open_gets_a_result_that_says_so(
    release: Release, students: Class, truth: dict[str, SubmissionResult], tmp_path: Path
) -> None:
    """`gradmark otter run` for one that is cut off; from Python, with the plugin first, for the others."""
    made = release("otter")
    whole = json.dumps(students.fill(notebook_of(made), "mistake"))
    (tmp_path / "cut.ipynb").write_text(whole[:900])
    (tmp_path / "empty.ipynb").write_text("")
    (tmp_path / "mark.ipynb").write_text(whole, encoding="utf-8-sig")
    (tmp_path / "latin.ipynb").write_bytes(b'{"cells": "\xe9"}')
    command = [str(Path(sys.executable).with_name("gradmark")), "otter", "run", str(tmp_path / "cut.ipynb")]
    done = subprocess.run(
        [*command, "-a", str(autograder_zip(made)), "-o", str(tmp_path)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads((tmp_path / "results.json").read_text())
    assert {t["score"] for t in found["tests"]} == {0.0} and "cut.ipynb is not a notebook" in found["output"]

    others = [tmp_path / f"{name}.ipynb" for name in ("empty", "mark", "latin")]
    by_path = drive(autograder_zip(made), *others, GRADMARK_FIRST="1")
    empty, mark, latin = (by_path[str(path)] for path in others)
    assert_same(mark, truth["mistake"])
    assert empty["total"] == 0 and "the file is empty" in empty["report"]
    assert latin["total"] == 0 and "is not a notebook" in latin["report"]


def test_the_containers_of_our_zip_read_everything(release: Release) -> None:
    with zipfile.ZipFile(autograder_zip(release("otter"))) as archive:
        script = archive.read("run_otter.py").decode()
    compile(script, "run_otter.py", "exec")
    assert script.index("read_anything()") < script.index('if __name__ == "__main__"')
    code = script.replace('if __name__ == "__main__":', "if False:")
    runner = "otter.run.run_autograder.runners.python_runner"
    check = f"\nfrom {runner} import PythonRunner\nprint(PythonRunner.validate_submission.__module__)"
    done = subprocess.run([sys.executable, "-c", code + check], env=ENVIRONMENT, capture_output=True, text=True)
    assert done.stdout.split()[-1] == "autograder.platforms.otter.reading", done.stderr[-2000:]


# --- more of the course ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("assignment", "only"), [a_written_test(), *varied_of_all()])
def test_other_assignments_agree_too(assignment: str, only: list[str], our_course: Course, tmp_path: Path) -> None:
    selection = our_course.assignment(assignment).select(only)
    students = Class(our_course, selection)
    made = make_release(our_course, selection, tmp_path / "dist", format="otter", allow_draft=True)
    truth = grade_class(our_course, students, notebook_of(made), tmp_path / "truth")
    paths = {k: students.hand_in(notebook_of(made), k, tmp_path / k / f"{k}.ipynb") for k in KINDS}
    found = drive(autograder_zip(made), *paths.values())
    assert truth["reference"].score == truth["reference"].possible
    for kind, path in paths.items():
        assert_same(found[str(path)], truth[kind])


@pytest.mark.slow
def test_the_page_for_tas_runs_as_written(tmp_path: Path) -> None:
    script = commands_of("bridges_otter.md", leave_out=("pip install", "otter grade"))
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    course = tmp_path / "course"
    assert [t["score"] for t in json.loads((course / "results.json").read_text())["tests"]] == [0.0]
    assert (course / "graded" / "gradebook" / "final_grades.csv").read_text().splitlines()[2].startswith("jane,")
    assert list((course / "made" / "autograder").glob("*-autograder_*.zip"))
    assert (course / "made" / "student" / "release.json").is_file()
