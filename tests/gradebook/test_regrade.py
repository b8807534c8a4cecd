"""After a suite was mended: seen first, counting later. With real graders."""

import csv
import json
import shutil

import pytest

from autograder.authoring.scaffold import init_course
from autograder.authoring.simulated_class import Simulator
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook
from autograder.gradebook.changes import test_changes as changed_tests
from autograder.gradebook.ledger import decide
from autograder.gradebook.status import status
from autograder.runs.grade import Options, grade
from autograder.runs.regrade import discard, regrade

LOW = pytest.approx(25 / 6, abs=1e-4)  # five of six tests, for 5 points
UNFAIR = "\n\ndef test_unfair(student):\n    assert student.softplus(np.zeros(3)).sum() > 1e9\n"


@pytest.fixture(scope="module")
def graded_once(tmp_path_factory):
    """A class that was graded with a test that nobody can pass; the suite is mended since."""
    root = tmp_path_factory.mktemp("regrade")
    course = init_course(root / "course")
    truth = Simulator(course, course.assignment("01").select(), seed=1).write(root / "class", 4)
    suite = course.root / "assignments/01_example/softplus/test_hidden.py"
    right = suite.read_text()
    suite.write_text(right + UNFAIR)
    run(course, root, root / "out")
    suite.write_text(right)
    return course, root, {recipe.kind: name for name, recipe in truth}


@pytest.fixture
def unfairly_graded(graded_once, tmp_path):
    """An output folder of one's own; the submissions are as they were."""
    course, root, who = graded_once
    shutil.copytree(root / "out", tmp_path / "out")
    kept = {p: p.read_bytes() for p in (root / "class/submissions").iterdir()}
    yield course, tmp_path / "out", who
    for path, data in kept.items():
        path.write_bytes(data)


def run(course, root, out):
    return grade(course.root, "01", [root / "class/submissions"], out, Options(seed=3, quiet=True, jobs=1))


def grades(out):
    with (out / "grades.csv").open() as file:
        return {row["submission"]: float(row["score"]) for row in csv.DictReader(file)}


def again(course, out, **options):
    return regrade(course.root, "01", out, quiet=True, jobs_at_once=1, **options)


def test_a_regrade_is_seen_first_and_counts_when_applied(unfairly_graded):
    course, out, who = unfairly_graded
    before = grades(out)
    right = who["reference"]
    assert before[right] == LOW
    seen = again(course, out)
    assert not seen.applied and seen.exercises == ["softplus"] and seen.graded == 4
    change = next(c for c in seen.changes if c.submission == right)
    assert (change.before, change.after) == (LOW, 5.0) and change.difference == pytest.approx(5 / 6, abs=1e-4)
    gone = [t for t in change.tests if t.after == "gone"]
    assert [(t.test.rpartition("::")[2], t.before) for t in gone] == [("test_unfair", "failed")]
    assert sum(t.points for t in change.tests) == pytest.approx(5 / 6, abs=1e-4)

    # Until it is applied nothing has changed, wherever one looks.
    assert grades(out) == before
    assert json.loads((out / right / "results.json").read_text())["score"] == LOW
    with Gradebook(out) as book:
        assert book.find(right).final == LOW
        assert {r.key: r.final for r in book.standings(trial=True)}[right] == 5.0
        assert "regrade of 4 submissions" in status(book).regrade

    done = again(course, out, apply=True, by="prof")
    assert done.applied and done.graded == 0, "what was graded to show it is not graded again"
    assert [c.as_dict() for c in done.changes] == [c.as_dict() for c in seen.changes]
    assert grades(out)[right] == 5.0
    assert json.loads((out / right / "results.json").read_text())["score"] == 5.0
    with Gradebook(out) as book:
        assert book.find(right).final == 5.0 and status(book).regrade == ""
        assert [h["counts"] for h in book.history(right)] == [False, True]
        applied = [d for d in book.snapshot().decisions if d.kind == "applied"]
        assert [d.by for d in applied] == ["prof"]
    assert again(course, out).changes == [], "and then there is nothing left to change"


def test_a_discarded_regrade_never_counts(unfairly_graded, graded_once):
    course, out, who = unfairly_graded
    before = grades(out)
    again(course, out)
    assert discard(out) == 4
    with Gradebook(out) as book:
        assert {r.key: r.final for r in book.standings()} == pytest.approx(before, abs=1e-4)
        assert status(book).regrade == ""
    # A later `grade` with the mended suite counts as usual.
    summary = run(course, graded_once[1], out)
    assert summary.graded == 4 and grades(out)[who["reference"]] == 5.0
    with Gradebook(out) as book:
        assert book.find(who["reference"]).final == 5.0


def test_grading_with_the_mended_suite_makes_a_seen_regrade_count(unfairly_graded, graded_once):
    course, out, who = unfairly_graded
    again(course, out)
    summary = run(course, graded_once[1], out)
    assert grades(out)[who["reference"]] == 5.0
    assert summary.graded == 4
    with Gradebook(out) as book:
        assert status(book).regrade == "" and book.find(who["reference"]).final == 5.0


def test_an_overridden_grade_stays_and_says_so(unfairly_graded):
    course, out, who = unfairly_graded
    with Gradebook(out) as book, book.writing() as db:
        decide(db, "override", f"submission:{who['reference']}", by="prof", value=2.0, reason="agreed")
    change = next(c for c in again(course, out).changes if c.submission == who["reference"])
    assert (change.difference, change.score_before, change.score_after) == (0.0, LOW, 5.0)
    assert "overridden" in change.note


def test_what_is_gone_or_changed_keeps_its_grade(unfairly_graded, graded_once):
    course, out, who = unfairly_graded
    files = {p.stem: p for p in (graded_once[1] / "class/submissions").iterdir()}
    files[who["reference"]].unlink()
    files[who["stub"]].write_text(files[who["stub"]].read_text().replace("NotImplementedError", "ValueError"))
    done = again(course, out, apply=True)
    said = dict(line.split(": ", 1) for line in done.skipped)
    assert "no longer there" in said[who["reference"]] and "new attempt" in said[who["stub"]]
    assert done.graded == 2 and grades(out)[who["reference"]] == LOW


def test_another_assignment_is_refused(unfairly_graded, our_course):
    _, out, _ = unfairly_graded
    with pytest.raises(UserError, match="holds a run of 01_example, not of 04"):
        regrade(our_course.root, "04", out)


def test_changes_name_tests_that_are_new_gone_or_other():
    def run(**tests):
        return {"exercises": [{"id": "e", "tests": [{"id": k, "outcome": o, "earned": p} for k, (o, p) in tests.items()]}]}

    old = run(a=("passed", 1.0), b=("failed", 0.0), c=("failed", 0.0), d=("passed", 1.0))
    new = run(a=("passed", 1.0), b=("passed", 1.0), c=("timeout", 0.0), x=("failed", 0.0))
    assert [str(t) for t in changed_tests(old, new)] == [
        "e b: failed -> passed (+1)",
        "e c: failed -> timeout (+0)",
        "e d: passed -> gone (-1)",
        "e x: new -> failed (+0)",
    ]
