"""`gradmark grade --db`: real graders on a real server give the right grades, also after everything was killed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import make_url

from autograder.authoring.simulated_class import Simulator, disagreements
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook, counts
from autograder.gradebook.status import status
from autograder.runs.grade import Options, grade
from autograder.store import connection as database
from autograder.store.schema import gradings


def test_a_run_on_postgresql_survives_kills_and_gives_the_right_grades(small_course, tmp_path, postgres_url):
    selection = small_course.assignment("01").select()
    truth = Simulator(small_course, selection, seed=2).write(tmp_path / "class", 50)
    submissions = tmp_path / "class/submissions"
    out = tmp_path / "out"
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        "01",
        submissions,
        "--out",
        out,
        "--db",
        postgres_url,
        "--seed",
        "3",
        "--jobs",
        "2",
        "--force",
        "--course",
        small_course.root,
    ]
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while not (out / ".lock").exists():  # made by the first grader: the queue is filled
        assert process.poll() is None and time.monotonic() < deadline, process.stderr.read().decode()
        time.sleep(0.02)
    with Gradebook(out) as book:  # a reader beside the run
        while counts(book).get("done", 0) < 5:
            assert process.poll() is None and time.monotonic() < deadline, process.stderr.read().decode()
            time.sleep(0.005)
        assert status(book).total == len(truth)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stderr.close()

    options = Options(seed=3, quiet=True, jobs=1)
    resumed = grade(small_course.root, "01", [submissions], out, options)  # the folder knows its database
    assert 0 < resumed.graded < len(truth)
    assert not (out / "run.db").exists()
    with Gradebook(out) as book, book.reading() as db:
        rows = db.execute(select(gradings.c.submission, func.count()).group_by(gradings.c.submission)).tuples().all()
    assert len(rows) == len(truth) and {count for _, count in rows} == {1}
    earned = {r.submission: {e.id: e.earned for e in r.exercises} for r in resumed.results}
    assert disagreements(selection, truth, earned) == []


def test_a_folder_stays_with_its_database(tmp_path, postgres_url):
    database.choose(tmp_path, postgres_url)
    assert database.choose(tmp_path, None) == database.locate(tmp_path)
    assert make_url(database.locate(tmp_path)) == make_url(database.normal_url(postgres_url))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "run.db").touch()
    with pytest.raises(UserError, match=r"has a run\.db of its own"):
        database.choose(tmp_path / "b", postgres_url)


def test_a_run_notes_what_the_gradebook_needs(small_course, tmp_path):
    name = tmp_path / "in" / "jane.py"
    name.parent.mkdir()
    name.write_text((small_course.root / "reference/example/softplus.py").read_text())
    os.utime(name, (1_000_000, 1_000_000))
    options = Options(seed=3, quiet=True, jobs=1)
    grade(small_course.root, "01", [name.parent], tmp_path / "out", options)
    with Gradebook(tmp_path / "out") as book:
        assert book.find("jane").handed_in is None, "a file's time may be that of the download"
    options.times = "files"
    grade(small_course.root, "01", [name.parent], tmp_path / "out", options)
    with Gradebook(tmp_path / "out") as book:
        row = book.find("jane")
        history = book.history("jane")[0]
        facts = book.snapshot().facts
    assert (row.handed_in, row.final, row.possible) == (1_000_000.0, 5.0, 5.0)
    assert history["seeds"] == "seed 3" and history["seconds"] > 0 and history["versions"].keys() == {"softplus"}
    assert facts["written"] == {w.id: w.points for w in small_course.assignment("01").written}
    assert json.loads(facts["plan"])["assignment_name"] == "01_example"
