"""Two commands that grade into one folder at once: equal ones share the work, others wait."""

import csv
import json
import os
import subprocess
import sys
import time

import pytest
from parts_course import RIGHT

from autograder.errors import UserError
from autograder.runs.folder_lock import occupied
from autograder.store.queue import Store

COUNT = 24


@pytest.fixture
def start(parts, tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    for i in range(COUNT):  # long enough for a second command to come in between
        slow = f"import time\nN = time.sleep(0.3) or {i}\ndef halve(x):\n    return x / 2 + 0 * N\n"
        (folder / f"s{i:02}.py").write_text(f"{RIGHT}\n{slow}")

    def run(*flags):
        command = [
            sys.executable,
            "-m",
            "autograder",
            "grade",
            "01",
            str(folder),
            "--out",
            str(tmp_path / "out"),
            "--course",
            str(parts.root),
            "--seed",
            "3",
            "--jobs",
            "1",
            "--json",
            *flags,
        ]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    return run


def wait_for_the_first_result(out):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if (out / "run.db").exists() and list(out.glob("*/results.json")):
            return
        time.sleep(0.05)
    raise AssertionError("nothing was graded")


def rows(out):
    with (out / "grades.csv").open() as file:
        return list(csv.DictReader(file))


def test_another_selection_has_to_wait(start, tmp_path):
    first = start("--only", "halve")
    wait_for_the_first_result(tmp_path / "out")
    second = start("--only", "mean")
    said = second.communicate(timeout=120)[1]
    assert second.returncode == 2 and "another command is grading into this run" in said
    assert "Traceback" not in said
    out, errors = first.communicate(timeout=120)
    assert first.returncode == 0, errors
    assert json.loads(out)["scores"] == {f"s{i:02}": 1.0 for i in range(COUNT)}
    assert [list(row)[3:-1] for row in rows(tmp_path / "out")] == [["halve"]] * COUNT
    third = start("--only", "mean")
    assert third.wait(120) == 0
    assert [(list(row)[3:-1], row["score"]) for row in rows(tmp_path / "out")] == [(["mean"], "1")] * COUNT


def test_started_together_one_of_them_is_graded(start, tmp_path):
    """No moment between looking and locking: whichever is first, nothing of the other is in it."""
    both = {name: start("--only", name) for name in ("halve", "mean")}
    said = {name: process.communicate(timeout=240) for name, process in both.items()}
    status = {name: process.returncode for name, process in both.items()}
    assert sorted(status.values()) in ([0, 2], [0, 0]), said
    for path in (tmp_path / "out").glob("*/results.json"):
        ids = {e["id"] for e in json.loads(path.read_text())["exercises"]}
        assert ids in ({"halve"}, {"mean"})
    found = {tuple(e["id"] for e in json.loads(p.read_text())["exercises"]) for p in (tmp_path / "out").glob("*/results.json")}
    assert len(found) == 1 and len(rows(tmp_path / "out")) == COUNT


def test_equal_commands_share_the_work(start, tmp_path):
    both = [start("--only", "halve") for _ in range(2)]
    said = [process.communicate(timeout=240) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    graded = [json.loads(out)["graded_now"] for out, _ in said]
    assert max(graded) <= COUNT and json.loads(said[0][0])["submissions"] == COUNT


def test_a_lock_ends_with_its_command(tmp_path):
    child = os.fork()
    if child == 0:
        with occupied(tmp_path, "one plan"):
            os._exit(0)
    os.waitpid(child, 0)
    with occupied(tmp_path, "another plan"), occupied(tmp_path, "another plan"), pytest.raises(UserError):
        occupied(tmp_path, "one plan").__enter__()


def test_a_grader_leases_only_what_waits_for_its_plan(tmp_path):
    store = Store(tmp_path / "run.db")
    store.enqueue([("a", "{}", "1"), ("b", "{}", "2")], "old plan")
    store.enqueue([("b", "{}", "2")], "new plan")
    job = store.lease("me", plan="new plan")
    assert job is not None and job.submission == "b"
    assert store.lease("another", plan="new plan") is None
    assert (store.progress("new plan").total, store.progress("old plan").queued) == (1, 1)
    with pytest.raises(UserError, match="another command is grading"):  # in a database shared by several machines
        store.enqueue([("b", "{}", "3")], "old plan")
    store.close()
