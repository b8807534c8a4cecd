"""Attacks on the class: names and files that would end the run, or take another student's grade."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from attack import notebook, zipped
from course import honest_text, make_target
from harness import Graded, grade, new_folder, run
from judging import judge_run, markup_problems

from autograder.errors import UserError
from autograder.intake.find import find_submissions

ALICE = honest_text(("add_one",), "alice")
LAZY = "def add_one(x):\n    return x\n"
NUMPY_ONLY = ["add_one", "double"]


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder("as_root")
    yield made
    shutil.rmtree(made, ignore_errors=True)


def graded_with(folder: Path, extra: dict[str, bytes]) -> Graded:
    return run([], root=folder, timeout=60, jobs=1, only=NUMPY_ONLY, extra=extra)


ODD_NAMES = [
    ".lock.py",
    "..py",
    "con.py",
    "results.json.py",
    "<img src=x onerror=alert(1)>.py",
    "=cmd|' !A0.py",
    "@SUM(1+1)*cmd.py",
    "-2+3.py",
    "+1.py",
    "![x](javascript:alert(1)).py",
    "a\nb,100,100.py",
    "\u202egnp.py",
    "x" * 240 + ".py",
    "'; drop table jobs;--.py",
    "\t=1.py",
    "%s%n{0}.py",
    "__proto__.py",
]


def assert_fine(graded: Graded) -> None:
    assert judge_run(graded, 4.0, 3000) == []
    rows = (graded.target.out / "grades.csv").read_text().splitlines()
    cells = list(csv.reader(rows))
    assert all(len(row) == len(cells[0]) and not any(c[:1] in "=+-@\t" for c in row if c) for row in cells)
    for feedback in graded.target.out.glob("*/feedback.md"):
        assert markup_problems(feedback.read_text()) == []


def test_odd_names_are_text(folder: Path) -> None:
    """A student chooses the name of the file: in a spreadsheet, a page or a table it stays a name."""
    graded = graded_with(folder, dict.fromkeys(ODD_NAMES, LAZY.encode()))
    assert_fine(graded)
    rows = (graded.target.out / "grades.csv").read_text().splitlines()
    # Hidden files are skipped, by the rules of intake; everything else has a row.
    skipped = sum(name.startswith(".") for name in ODD_NAMES)
    assert len(rows) == 1 + len(ODD_NAMES) - skipped + len(graded.honest) + 1


# HOLE when written (reported): a folder cannot be made where the run has a file, and the command ends.
@pytest.mark.parametrize("name", ["run.db.py", "grades.csv.py", "run.db-wal.py"])
def test_a_name_of_our_own_files_stops_nothing(folder: Path, name: str) -> None:
    """Results are written to OUT/NAME, beside the run's own files."""
    assert_fine(graded_with(folder, {name: LAZY.encode()}))


# HOLE when written (reported): the file's name goes into a message that cannot be written.
def test_a_name_that_is_no_text_stops_nothing(folder: Path) -> None:
    """On Linux a name is bytes: what is said about the file must still be writable."""
    target = make_target(folder)
    (target.submissions / "alice.py").write_text(ALICE)
    for raw in (b"mallory\xff.ipynb", b"\xfe.zip", b"\x80.py"):
        target.submissions.joinpath(raw.decode("utf-8", "surrogateescape")).write_bytes(b"\xff\xfe no text")
    graded = grade(target, [target.submissions], honest=["alice"], jobs=1, timeout=60, only=NUMPY_ONLY)
    assert_fine(graded)


# HOLE when written (reported): `_is_one_submission` takes the class for one hand-in.
def test_a_notebook_that_imports_a_neighbour_does_not_swallow_the_class(tmp_path: Path) -> None:
    """One notebook among .py hand-ins says `import alice`: the folder must not become one hand-in."""
    for name in ("alice", "bob", "carol"):
        (tmp_path / f"{name}.py").write_text(ALICE)
    (tmp_path / "mallory.ipynb").write_bytes(notebook("import alice\nadd_one = alice.add_one"))
    assert [f.name for f in find_submissions([tmp_path])] == ["alice", "bob", "carol", "mallory"]


# HOLE when written (reported): as above, even in a comment.
def test_a_notebook_that_imports_a_neighbours_folder_does_not_swallow_the_class(tmp_path: Path) -> None:
    for name in ("alice", "bob", "carol"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "hw.py").write_text(ALICE)
    (tmp_path / "mallory.ipynb").write_bytes(notebook("# from alice import hw"))
    assert {f.name for f in find_submissions([tmp_path])} >= {"alice", "bob", "carol", "mallory"}


# HOLE when written (reported): links are followed inside the folder, and two entries with one target become one.
def test_a_link_to_a_neighbour_takes_no_grade(tmp_path: Path) -> None:
    """A link in the class folder must neither copy another's work nor take its name away."""
    (tmp_path / "alice.py").write_text(ALICE)
    for name in ("aaron.py", "zoe.py"):
        (tmp_path / name).symlink_to("alice.py")
    found = {f.name: f.path.name for f in find_submissions([tmp_path])}
    assert found.get("alice") == "alice.py"
    assert not {"aaron", "zoe"} & set(found), "a link is no hand-in"


# HOLE when written (reported): a zip on the command line that looks like a bulk download names students.
def test_a_zip_of_zips_cannot_speak_for_others(tmp_path: Path) -> None:
    """`gradmark grade 01 class/*.zip`: one student's zip that looks like a bulk download names other students."""
    (tmp_path / "alice.zip").write_bytes(zipped({"hw.py": ALICE}))
    inside = {"alice.zip": zipped({"hw.py": LAZY}), "bob.zip": zipped({"hw.py": LAZY})}
    (tmp_path / "aaa.zip").write_bytes(zipped(inside))
    found = {f.name: f for f in find_submissions([tmp_path / "aaa.zip", tmp_path / "alice.zip"])}
    assert found["alice"].path.name == "alice.zip" and found["alice"].member is None


# HOLE when written (reported): `Path.resolve` raises on a link to itself, and the command ends.
def test_special_files_in_the_class_folder_are_not_waited_for(tmp_path: Path) -> None:
    import os

    (tmp_path / "alice.py").write_text(ALICE)
    (tmp_path / "bob").mkdir()
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / "bob" / "hw.py")
    (tmp_path / "endless.py").symlink_to("/dev/zero")
    (tmp_path / "loop.py").symlink_to("loop.py")
    names = [f.name for f in find_submissions([tmp_path])]
    assert names == ["alice", "bob"]
    with pytest.raises(UserError):
        next(f for f in find_submissions([tmp_path]) if f.name == "bob").read()
