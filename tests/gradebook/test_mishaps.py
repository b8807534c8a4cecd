"""A damaged store, a full disk, a server that is restarted: a sentence with what to do next, and never a traceback."""

import os
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from autograder.authoring.simulated_class import Simulator
from autograder.cli import main
from autograder.runs.grade import Options, grade
from autograder.store.queue import Store


def said_by(arguments, monkeypatch, capsys) -> str:
    """What a command prints on its way out with status 2."""
    monkeypatch.setattr(sys, "argv", ["gradmark", *map(str, arguments)])
    with pytest.raises(SystemExit) as end:
        main()
    error = capsys.readouterr().err
    assert end.value.code == 2, error
    return error


@pytest.fixture
def graded(small_course, tmp_path):
    selection = small_course.assignment("01").select()
    Simulator(small_course, selection, seed=1).write(tmp_path / "class", 4)
    grade(
        small_course.root,
        "01",
        [tmp_path / "class/submissions"],
        tmp_path / "out",
        Options(seed=3, quiet=True, jobs=1),
    )
    for extra in ("run.db-wal", "run.db-shm"):
        (tmp_path / "out" / extra).unlink(missing_ok=True)
    return tmp_path / "out"


def not_a_database(path):
    path.write_bytes(b"something else entirely " * 1000)


def truncated(path):
    path.write_bytes(path.read_bytes()[: 4096 * 3 + 100])


def overwritten(path):
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(bytes(data))


def a_folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [not_a_database, truncated, overwritten, a_folder])
def test_a_damaged_store_is_a_sentence_in_every_command(graded, small_course, tmp_path, damage, monkeypatch, capsys):
    damage(graded / "run.db")
    course = ["--course", small_course.root]
    commands = [
        ["status", graded],
        ["grades", graded],
        ["export", graded, "--to", "csv"],
        ["policy", graded],
        ["roster", graded],
        ["score", graded, "a", "b", "1"],
        ["override", graded, "a", "1", "--reason", "x"],
        ["extra", graded, "a", "1", "--for", "x", "--reason", "x"],
        ["extend", graded, "a", "1d", "--reason", "x"],
        ["replay", graded, "a", "b"],
        ["regrade", "01", "--out", graded, *course],
        ["grade", "01", tmp_path / "class/submissions", "--out", graded, "--seed", 3, *course],
    ]
    for command in commands:
        said = said_by(command, monkeypatch, capsys)
        assert said.count("\n") == 1 and "run.db" in said and "cannot be used" in said, (command, said)
        assert "--out" in said, said


@pytest.fixture
def tiny_disk(tmp_path):
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", place], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"no small disk can be made here: {made.stderr.strip()}")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_full_disk_is_a_sentence_and_the_run_goes_on_later(small_course, tmp_path, tiny_disk):
    selection = small_course.assignment("01").select()
    truth = Simulator(small_course, selection, seed=2).write(tmp_path / "class", 12)
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        "01",
        tmp_path / "class/submissions",
        "--out",
        tiny_disk / "out",
        "--seed",
        "3",
        "--jobs",
        "1",
        "--course",
        small_course.root,
    ]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=200)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr and "no space is left" in done.stderr
    assert "run the same command again" in done.stderr
    subprocess.run(["mount", "-o", "remount,size=64m", tiny_disk], check=True)
    again = grade(
        small_course.root,
        "01",
        [tmp_path / "class/submissions"],
        tiny_disk / "out",
        Options(seed=3, quiet=True, jobs=1),
    )
    assert len(again.results) == len(truth)


SLOW = """
import time
import numpy as np
def softplus(x):
    "{number}"
    time.sleep(0.1)
    return np.logaddexp(0.0, x)
"""


def test_a_server_that_is_restarted_costs_nothing(small_course, tmp_path, server, postgres_url):
    (tmp_path / "in").mkdir()
    for number in range(16):
        (tmp_path / "in" / f"s{number:02}.py").write_text(SLOW.format(number=number))
    restarts = []
    over = threading.Event()

    def restart() -> None:
        while not (tmp_path / "out/.lock").exists() and not over.wait(0.05):
            pass
        while len(restarts) < 3 and not over.wait(1.5):
            server.restart(pause=0.5)
            restarts.append(time.monotonic())

    restarter = threading.Thread(target=restart)
    restarter.start()
    try:
        options = Options(seed=3, quiet=True, jobs=2, db=postgres_url)
        summary = grade(small_course.root, "01", [tmp_path / "in"], tmp_path / "out", options)
    finally:
        over.set()
        restarter.join()
    assert restarts
    assert len(summary.results) == 16
    assert all(r.score == r.possible for r in summary.results)


def test_a_server_that_stays_away_is_a_sentence(small_course, tmp_path, monkeypatch, capsys):
    command = ["grade", "01", tmp_path, "--out", tmp_path / "out", "--course", small_course.root]
    (tmp_path / "a.py").write_text("def softplus(x):\n    return x\n")
    said = said_by([*command, "--db", f"postgresql://u@/x?host={tmp_path}"], monkeypatch, capsys)
    assert "cannot be reached" in said and "run the same command again" in said and said.count("\n") == 1


def test_a_read_only_store_is_a_sentence(graded, monkeypatch, capsys):
    made = subprocess.run(["mount", "--bind", graded, graded], capture_output=True)
    if made.returncode:
        pytest.skip("no read-only place can be made here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", graded], check=True)
        said = said_by(["policy", graded, "--due", "2030-01-01"], monkeypatch, capsys)
    finally:
        subprocess.run(["umount", graded], check=True)
    assert "read-only" in said and said.count("\n") == 1
    assert os.access(graded / "run.db", os.W_OK)


def test_a_new_store_that_another_command_writes_to_is_waited_for(tmp_path):
    """SQLite refuses to switch such a file to write-ahead logging at once, without the wait other statements have."""
    writer = sqlite3.connect(tmp_path / "run.db", isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, writer.execute, ("COMMIT",)).start()
    Store(tmp_path / "run.db").close()
