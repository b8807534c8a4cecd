"""From submission to grade, with real graders, zygotes and workers."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from autograder.authoring.simulated_class import Simulator, disagreements
from autograder.errors import UserError
from autograder.grading.results import NOT_RUN
from autograder.runs.grade import Options, grade


def grades(out):
    with (out / "grades.csv").open() as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def run(course, folder, out, **options):
    return grade(course.root, "01", [folder], out, Options(seed=3, quiet=True, jobs=2, **options))


def test_a_class_gets_the_grades_it_deserves(small_course, small_class, tmp_path):
    folder, truth = small_class
    summary = run(small_course, folder / "submissions", tmp_path / "out")
    earned = {r.submission: {e.id: e.earned for e in r.exercises} for r in summary.results}
    assert disagreements(small_course.assignment("01").select(), truth, earned) == []
    named = {
        name: {t.mistake for e in r.exercises for t in e.tests if t.mistake}
        for name, r in ((r.submission, r) for r in summary.results)
    }
    for name, recipe in truth:
        assert named[name] == set(recipe.mistakes if recipe.kind == "mistake" else ())
    assert list(grades(tmp_path / "out")[truth[0][0]]) == [
        "submission",
        "score",
        "possible",
        "softplus",
        "note",
    ]


def test_same_input_and_secret_give_the_same_files(small_course, small_class, tmp_path):
    folder, _ = small_class
    for out in ("a", "b"):
        run(small_course, folder / "submissions", tmp_path / out)
    assert (tmp_path / "a" / "grades.csv").read_bytes() == (tmp_path / "b" / "grades.csv").read_bytes()
    for path in (tmp_path / "a").glob("*/results.json"):
        first, second = (json.loads((tmp_path / o / path.parent.name / "results.json").read_text()) for o in "ab")
        for result in (first, second):
            result.pop("timing")
            result.pop("host")
        assert first == second


def test_what_could_not_be_read_claims_no_isolation(small_course, tmp_path):
    """Nor does it take over what held for the submission before it."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.py").write_text("def softplus(x):\n    return x\n")
    (tmp_path / "in" / "b.ipynb").write_bytes(b"\xff not a notebook")
    found = {r.submission: r.isolation for r in run(small_course, tmp_path / "in", tmp_path / "out").results}
    assert found["b"] == NOT_RUN != found["a"]


def test_running_again_skips_what_is_done(small_course, small_class, tmp_path):
    folder, truth = small_class
    assert run(small_course, folder / "submissions", tmp_path / "out").graded == len(truth)
    assert run(small_course, folder / "submissions", tmp_path / "out").graded == 0
    assert run(small_course, folder / "submissions", tmp_path / "out", force=True).graded == len(truth)


def test_only_a_changed_submission_is_graded_again(small_course, small_class, tmp_path):
    folder, truth = small_class
    run(small_course, folder / "submissions", tmp_path / "out")
    stub = next(name for name, recipe in truth if recipe.kind == "stub")
    right = next(name for name, recipe in truth if recipe.kind == "reference")
    submissions = folder / "submissions"
    (submissions / f"{stub}.ipynb").write_text((submissions / f"{right}.ipynb").read_text())
    assert run(small_course, submissions, tmp_path / "out").graded == 1
    assert grades(tmp_path / "out")[stub]["score"] == "5"


def test_a_changed_suite_grades_everything_again(small_course, small_class, tmp_path):
    folder, truth = small_class
    run(small_course, folder / "submissions", tmp_path / "out")
    suite = small_course.root / "assignments/01_example/softplus/test_hidden.py"
    suite.write_text(suite.read_text() + "\n\ndef test_one_more(student):\n    student.softplus(np.zeros(1))\n")
    summary = run(small_course, folder / "submissions", tmp_path / "out")
    assert summary.graded == len(truth)
    assert len(summary.results[0].exercises[0].tests) == 5


def test_the_course_secret_decides_the_inputs(small_course, small_class, tmp_path):
    folder, truth = small_class
    name = next(n for n, recipe in truth if recipe.kind == "reference")
    path = folder / "submissions" / f"{name}.ipynb"
    seeds = []
    for out in ("a", "b"):
        summary = grade(small_course.root, "01", [path], tmp_path / out, Options(quiet=True))
        seeds.append([t.seed for t in summary.results[0].exercises[0].tests])
        (small_course.root / ".gradmark/secret").unlink()
    assert seeds[0] != seeds[1]


KILLS = [signal.SIGKILL, signal.SIGINT]


def graded_in(out) -> int:
    """By the store: pages are written a little later, many at once."""
    try:
        with sqlite3.connect(f"file:{out / 'run.db'}?mode=ro", uri=True, timeout=5) as db:
            return db.execute("select count(*) from jobs where state = 'done'").fetchone()[0]
    except sqlite3.OperationalError:  # not made yet
        return 0


@pytest.mark.parametrize("how", KILLS, ids=lambda s: s.name)
def test_an_interrupted_run_goes_on_and_ends_the_same(small_course, tmp_path, how):
    selection = small_course.assignment("01").select()
    truth = Simulator(small_course, selection, seed=2).write(tmp_path / "class", 250)
    submissions = tmp_path / "class" / "submissions"
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        "01",
        str(submissions),
        "--seed",
        "3",
        "--jobs",
        "2",
        "--force",
    ]
    command += ["--course", str(small_course.root), "--out", str(tmp_path / "out")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while graded_in(tmp_path / "out") < 10 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process.pid, how)
    process.wait(120)
    finished = graded_in(tmp_path / "out")
    assert 10 <= finished < len(truth), "the run must be interrupted in its middle for this test to mean anything"
    resumed = run(small_course, submissions, tmp_path / "out")
    assert 0 < resumed.graded < len(truth)
    run(small_course, submissions, tmp_path / "whole")
    assert (tmp_path / "out" / "grades.csv").read_bytes() == (tmp_path / "whole" / "grades.csv").read_bytes()
    assert len(grades(tmp_path / "out")) == len(truth)


def test_a_killed_grader_is_replaced(small_course, small_class, tmp_path):
    """A submission that kills its worker, zygote or grader from outside is not needed: we kill a grader ourselves."""
    folder, truth = small_class
    killer = subprocess.Popen([sys.executable, "-c", KILL_ONE_GRADER, str(os.getpid())], stdout=subprocess.PIPE, text=True)
    summary = run(small_course, folder / "submissions", tmp_path / "out")
    assert killer.communicate(timeout=30)[0].strip() == "killed"
    assert len(summary.results) == len(truth)
    earned = {r.submission: {e.id: e.earned for e in r.exercises} for r in summary.results}
    assert disagreements(small_course.assignment("01").select(), truth, earned) == []


KILL_ONE_GRADER = """
import os, pathlib, signal, sys, time
for _ in range(2000):
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\\0")
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if b"autograder.runs.grader_process" in words and parent == sys.argv[1]:
            time.sleep(0.7)
            os.kill(int(folder.name), signal.SIGKILL)
            print("killed")
            sys.exit()
    time.sleep(0.01)
"""


def test_a_selection_has_its_own_points(our_course, tmp_path):
    selection = our_course.assignment("04").select(["batchnorm_backward"])
    assert {e.id: e.points for e in selection.exercises} == {
        "batchnorm_forward": 0.0,
        "batchnorm_backward": 5.0,
    }


def test_another_assignment_in_the_same_folder_is_refused(small_course, small_class, tmp_path, our_course):
    folder, _ = small_class
    run(small_course, folder / "submissions", tmp_path / "out")
    with pytest.raises(UserError, match="holds a run of 01_example"):
        grade(our_course.root, "04", [folder / "submissions"], tmp_path / "out", Options(quiet=True))


def test_nothing_that_students_receive_holds_hidden_values(small_course, small_class, tmp_path):
    folder, _ = small_class
    run(small_course, folder / "submissions", tmp_path / "out")
    suite = (small_course.root / "assignments/01_example/softplus/test_hidden.py").read_text()
    for path in (tmp_path / "out").glob("*/feedback.md"):
        text = path.read_text()
        assert "np." not in text and "expected" not in text.replace("is expected", "")
        assert not any(line.strip() in text for line in suite.splitlines() if line.strip().startswith(("x = ", "assert_close")))
