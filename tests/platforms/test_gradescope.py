"""The Gradescope zip, run by its own scripts in a scratch folder as Gradescope runs them; same scores as elsewhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hand_ins import KINDS, Class, commands_of, grade_class

from autograder.authoring.release import FORMATS, ReleaseReport, make_release
from autograder.course import Course, Selection
from autograder.grading.results import SubmissionResult
from autograder.platforms.gradescope.export import TEST, TOP
from autograder.platforms.gradescope.results import Settings, report
from autograder.runs.bundle import bundle_files, requirements
from autograder.runs.one_hand_in import NOT_DONE, grade_one, unfinished
from tests.course_samples import a_written_test, varied_of_all


@dataclass
class Container:
    """/autograder of an image that setup.sh has built."""

    root: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "GRADMARK_AUTOGRADER": str(self.root), "GRADMARK_HOME": str(self.home)}

    def bash(self, script: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", str(script)], env=self.environment, cwd=self.root, capture_output=True, text=True)

    def grade(self, files: dict[str, bytes], status: int = 0) -> dict:
        """A container has one submission in its life; this one is emptied between them."""
        for folder in ("submission", "results"):
            shutil.rmtree(self.root / folder, ignore_errors=True)
            (self.root / folder).mkdir()
        for name, content in files.items():
            path = self.root / "submission" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        done = self.bash(self.root / "run_autograder")
        assert done.returncode == status, done.stderr[-3000:]
        found = json.loads((self.root / "results" / "results.json").read_text(encoding="utf-8"))
        assert set(found) <= set(TOP) and all(set(test) <= set(TEST) for test in found["tests"])
        return found


def environment(home: Path) -> Path:
    """One that sees the packages of this one: setup.sh finds all it needs without a network, and still has to install
    gradmark from its own wheel. Returns where that goes."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    inside = home / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    packages = [place for place in sys.path if place.endswith("site-packages")]
    (inside / "packages.pth").write_text("\n".join([*packages, ""]))
    return inside


def image(course: Course, selection: Selection, place: Path) -> Container:
    made = {each: place / each for each in ("student", "instructor")}
    for each in made.values():
        each.mkdir()
    FORMATS["gradescope"](course, selection, made["student"], made["instructor"])
    return image_of(next(made["instructor"].glob("*-gradescope.zip")), place)


def image_of(zipped: Path, place: Path) -> Container:
    place.parent.chmod(0o755)  # pytest's folders are closed; an image's are not
    place.chmod(0o755)
    found = Container(place / "autograder", place / "home")
    found.root.mkdir()
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(found.root / "source")
    shutil.copy(found.root / "source" / "run_autograder", found.root)
    inside = environment(found.home)
    done = found.bash(found.root / "source" / "setup.sh")
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Isolation:" in done.stdout
    assert (inside / "autograder" / "platforms" / "gradescope" / "run.py").is_file()
    return found


@pytest.fixture(scope="module")
def container(our_course: Course, selection: Selection, tmp_path_factory: pytest.TempPathFactory) -> Container:
    return image(our_course, selection, tmp_path_factory.mktemp("gradescope"))


def stubs_of(students: Class, folder: Path) -> Path:
    path = folder / "stubs.ipynb"
    path.write_text(json.dumps(students.simulator.stubs))
    return path


@pytest.fixture(scope="module")
def notebooks(students: Class, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    stubs = stubs_of(students, tmp_path_factory.mktemp("notebooks"))
    return {kind: json.dumps(students.fill(stubs, kind)).encode() for kind in KINDS}


def assert_same(found: dict, expected: SubmissionResult) -> None:
    assert found["score"] == expected.score
    assert sum(test["score"] for test in found["tests"]) == pytest.approx(expected.score)
    shown = iter(found["tests"])
    for e in expected.exercises:
        entry = next(shown)
        assert (entry["score"], entry["max_score"]) == (e.earned, e.possible)
        assert entry["status"] == ("passed" if all(t.passed for t in e.tests) else "failed")
        for t in e.tests:
            assert (t.title if t.passed else t.reason) in entry["output"]
            assert not t.hint or entry["output"].count(t.hint) == 1
    assert next(shown, None) is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_scripts_give_the_scores_and_hints_of_gradmark(
    kind: str, container: Container, notebooks: dict[str, bytes], truth: dict[str, SubmissionResult]
) -> None:
    found = container.grade({"04_regularization.ipynb": notebooks[kind]})
    assert_same(found, truth[kind])
    assert {t["visibility"] for t in found["tests"]} == {"visible"}
    assert found["stdout_visibility"] == "hidden"


def test_only_root_can_read_what_is_hidden(container: Container) -> None:
    """Workers run as users of their own; see tests/jail for that."""
    paths = [container.root / "source", *(container.root / "source").rglob("*")]
    assert any(p.name == "secret" for p in paths) and any(p.name == "test_hidden.py" for p in paths)
    for path in paths:
        assert path.stat().st_mode & 0o077 == 0, path
        assert path.stat().st_uid == os.getuid()


TRAP = b"import pathlib\npathlib.Path(__file__).with_name('executed').write_text('x')\n"


def test_a_zip_and_modules_called_like_ours_are_data(
    container: Container, notebooks: dict[str, bytes], truth: dict[str, SubmissionResult], tmp_path: Path
) -> None:
    packed = tmp_path / "work.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("homework/04.ipynb", notebooks["mistake"])
    assert_same(container.grade({"work.zip": packed.read_bytes()}), truth["mistake"])
    traps = {"numpy.py": TRAP, "json.py": TRAP, "autograder/__init__.py": TRAP}
    assert container.grade({"04.ipynb": notebooks["mistake"], **traps})["score"] == truth["mistake"].score
    assert not list((container.root / "submission").rglob("executed"))


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "holds no notebook and no .py file"),
        ({"04.ipynb": b"\x89PNG\r\n"}, "is not a notebook"),
        ({"04.ipynb": b""}, "the file is empty"),
        ({"04.ipynb": b'{"cells": [{"cell_type": "code", "source": ["def f'}, "is not JSON"),
    ],
    ids=["nothing", "garbage", "empty", "cut off"],
)
def test_what_cannot_be_graded_is_told(
    files: dict[str, bytes], says: str, container: Container, truth: dict[str, SubmissionResult]
) -> None:
    found = container.grade(files)
    assert found["score"] == 0 and says in found["output"]
    assert len(found["tests"]) == len(truth["stub"].exercises)
    assert not any(says in test["output"] for test in found["tests"]), "once, not with every exercise"


def test_a_byte_order_mark_costs_nothing(
    container: Container, notebooks: dict[str, bytes], truth: dict[str, SubmissionResult]
) -> None:
    assert_same(container.grade({"04.ipynb": b"\xef\xbb\xbf" + notebooks["mistake"]}), truth["mistake"])


def test_the_image_holds_suites_and_references_compiled(container: Container) -> None:
    """Written by setup.sh, before a submission is there: a run of its own would write none of them again."""
    compiled = {path.name.split(".")[0] for path in (container.root / "source" / "course").rglob("*.pyc")}
    assert {"test_hidden", "dropout"} <= compiled


def test_a_suite_that_cannot_be_loaded_ends_the_build(container: Container, tmp_path: Path) -> None:
    shutil.copytree(container.root / "source", tmp_path / "source")
    suite = next((tmp_path / "source").rglob("test_hidden.py"))
    suite.write_text("import nothing_of_that_name\n")
    command = [str(container.home / "bin" / "python"), "-I", "-m", "autograder.platforms.gradescope.grade", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and "the suite cannot be collected" in done.stderr and "nothing_of_that_name" in done.stderr


def test_the_process_that_watches_the_clock_imports_next_to_nothing() -> None:
    code = "import sys, autograder.platforms.gradescope.run; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "torch", "pytest", "pydantic", "sqlalchemy"} & set(done.stdout.split())


def test_when_the_time_is_up_there_is_a_result(container: Container, notebooks: dict[str, bytes]) -> None:
    settings = container.root / "source" / "settings.json"
    before = settings.read_text()
    try:
        settings.write_text(Settings(seconds=0.2, visibility="after_published").model_dump_json())
        found = container.grade({"04.ipynb": notebooks["reference"]})
        assert found["score"] == 0 and "time was used up" in found["output"]
        assert all(NOT_DONE in t["output"] for t in found["tests"])
        assert found["visibility"] == "after_published"
        settings.write_text('{"visibility": "everyone"}')
        found = container.grade({"04.ipynb": notebooks["reference"]}, status=1)
        assert found["tests"] == [] and "not your fault" in found["output"]
    finally:
        settings.write_text(before)


def test_what_was_done_before_the_time_was_up_counts(
    container: Container,
    notebooks: dict[str, bytes],
    selection: Selection,
    truth: dict[str, SubmissionResult],
    tmp_path: Path,
) -> None:
    for folder in ("hand_in", "home"):
        (tmp_path / folder).mkdir()
    (tmp_path / "hand_in" / "04.ipynb").write_bytes(notebooks["mistake"])
    bundle, home = container.root / "source" / "course", tmp_path / "home"
    assert grade_one(bundle, tmp_path / "hand_in", home, "standard", "mistake").score == truth["mistake"].score
    # What was noted when the last exercise began: had the time been up then, this would be the result.
    found = unfinished(selection, home / "done.json")
    *done, last = truth["mistake"].exercises
    assert [e.earned for e in found.exercises] == [e.earned for e in done] + [0]
    assert [e.possible for e in found.exercises] == [e.possible for e in (*done, last)]
    assert [t.hint for e in found.exercises[:-1] for t in e.tests] == [t.hint for e in done for t in e.tests]
    assert [t.message for t in found.exercises[-1].tests] == [NOT_DONE]


def test_training_has_a_board(our_course: Course) -> None:
    selection = our_course.assignment("04").select(["train_regularized"])
    result = unfinished(selection, Path("nothing"))
    result.exercises[-1].earned = 4.0
    board = report(result, selection, Settings(), 1.0)["leaderboard"]
    assert board == [{"name": "train_regularized (%)", "value": 80.0, "order": "desc"}]
    assert "leaderboard" not in report(result, selection, Settings(leaderboard=False), 1.0)


def test_torch_is_installed_only_where_it_is_used(our_course: Course, selection: Selection) -> None:
    def names(chosen: Selection) -> set[str]:
        return {re.split(r"[=><;\s]", r)[0] for r in requirements(chosen, bundle_files(our_course, chosen))}

    assert {"numpy", "pytest", "sqlalchemy"} <= names(selection) and "torch" not in names(selection)
    assert "torch" in names(our_course.assignment("04").select(["regularized_net"]))


@pytest.mark.slow
@pytest.mark.parametrize(("assignment", "only"), [a_written_test(), *varied_of_all(2)[::2]])
def test_other_assignments_agree_too(
    assignment: str, only: list[str], our_course: Course, tmp_path_factory: pytest.TempPathFactory
) -> None:
    chosen = our_course.assignment(assignment).select(only)
    students, folder = Class(our_course, chosen), tmp_path_factory.mktemp("other")
    stubs = stubs_of(students, folder)
    truth = grade_class(our_course, students, stubs, folder / "truth")
    found = image(our_course, chosen, tmp_path_factory.mktemp("gradescope"))
    for kind in KINDS:
        assert_same(found.grade({"notebook.ipynb": json.dumps(students.fill(stubs, kind)).encode()}), truth[kind])


@pytest.mark.slow
def test_a_release_for_gradescope_is_checked_for_leaks(our_course: Course, selection: Selection, tmp_path: Path) -> None:
    make: Callable[..., ReleaseReport] = make_release
    made = make(our_course, selection, tmp_path, format="gradescope")
    assert made.checked == len(made.files) and not any(".zip" in f for f in made.files)
    assert "practice.quiz" in made.files
    assert next(made.instructor.glob("*-gradescope.zip")).stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_the_page_for_tas_runs_as_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    environment(tmp_path / "course" / "image")
    script = commands_of("bridges_gradescope.md", leave_out=()).replace("init course", "init new")
    script = script.replace("cd course", "cp -r new/. course && cd course")  # beside the environment
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads((tmp_path / "course" / "autograder" / "results" / "results.json").read_text())
    assert found["score"] == pytest.approx(sum(t["max_score"] for t in found["tests"])) and found["tests"]
