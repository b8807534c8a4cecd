"""Made-up runs: real stores and records, without running student code."""

import json

from autograder.checks.finding import Finding
from autograder.gradebook.book import Gradebook
from autograder.gradebook.handins import note_handins
from autograder.gradebook.pending_regrade import remember
from autograder.grading.plan import Plan
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult
from autograder.store.migrations import record_plan
from autograder.store.queue import Store

POINTS = {"relu": 4.0, "softmax": 6.0}
WRITTEN = {"why_relu": 3.0}


def result(name, passed=(True, True, True), mistake=None, points=POINTS, **more):
    """Two exercises: relu with two tests, softmax with one."""
    tests = [("relu", "a", passed[0]), ("relu", "b", passed[1]), ("softmax", "c", passed[2])]
    exercises = []
    for exercise, worth in points.items():
        own = [t for t in tests if t[0] == exercise]
        records = [
            TestResult(
                id=f"test_{exercise}.py::test_{t}",
                title=f"property {t}",
                outcome="passed" if ok else "failed",
                earned=worth / len(own) if ok else 0.0,
                possible=worth / len(own),
                finding=Finding("" if ok else f"{t} does not hold"),
                detail="" if ok else "HIDDEN expected 0.123",
                seed=99,
                mistake=None if ok else mistake,
                hint="" if ok or not mistake else "a sign is wrong",
            )
            for _, t, ok in own
        ]
        earned = sum(t.earned for t in records)
        exercises.append(ExerciseResult(id=exercise, earned=earned, possible=worth, tests=records, suite_version="v1"))
    return SubmissionResult(
        submission=name,
        assignment="07_test",
        score=sum(e.earned for e in exercises),
        possible=sum(points.values()),
        exercises=exercises,
        isolation="strict",
        timing={"total": 0.5, "relu": 0.1},
        host={"name": "lab"},
        **more,
    ).model_dump()


def grade_all(place, results, times=None, digests=None, plan="plan1", points=POINTS, written=WRITTEN, seed=None):
    """What `gradmark grade` leaves behind, with these results. `results`: name -> result."""
    store = Store(place)
    record = Plan("/srv/course", "07_test", dict(points), seed=seed)
    digest = lambda name: (digests or {}).get(name, f"digest of {name}")
    try:
        store.remember("plan", record.to_json())
        source = lambda name: json.dumps({"path": f"/srv/in/{name}.ipynb", "member": None, "beside": []})
        store.enqueue([(n, source(n), digest(n)) for n in results], plan)
        while job := store.lease("tester"):
            assert store.complete(job, "tester", results[job.submission])
        book = Gradebook(place)
        with book.writing() as db:
            record_plan(db, plan, record.to_json(), seed, {"relu": "v1"})
            remember(db, "written", dict(written))
            note_handins(db, [(n, digest(n), (times or {}).get(n)) for n in results])
        book.close()
    finally:
        store.close()


ROSTER = """Student,ID,SIS User ID,SIS Login ID,Section
    Points Possible,,,,
"Smith, Jane",101,u1,jsmith,A
"Smith, John",102,u2,jsmith2,A
"Müller, Jörg",103,u3,jmu,B
"O'Neil, Zoë Anne",104,u4,zoneil,B
"""
