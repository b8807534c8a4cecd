"""What was shown before is not run again, and what changed is."""

from __future__ import annotations

import ast
import json
import signal
import subprocess
import sys

from autograder.auditing import exercise_trial
from autograder.auditing.engine import without_words
from autograder.auditing.record import LEFT_OUT, load_record, record_path


def watch_jobs(monkeypatch):
    """Which exercises are handed to a worker."""
    from autograder.runs import audit as main

    seen = []

    def run_jobs(course, todo, *rest):
        seen.append(sorted(name for job in todo for name in job.exercises))
        return original(course, todo, *rest)

    original = main.run_jobs
    monkeypatch.setattr(main, "run_jobs", run_jobs)
    return seen


def test_a_second_audit_runs_nothing_and_more_seeds_only_the_new_ones(workshop, monkeypatch):
    seen = watch_jobs(monkeypatch)
    workshop.audit(seeds=2)
    assert workshop.audit(seeds=2)["softplus"].seeds == 2
    path = record_path(workshop.course, workshop.course.assignment("01"), "softplus")
    kept = json.loads(path.read_text())
    kept["subjects"]["reference:reference"]["outcomes"]["0"] = "...F"
    path.write_text(json.dumps(kept))
    verdict = workshop.audit(seeds=3)["softplus"]
    assert seen == [["softplus"], [], ["softplus"]]
    outcomes = verdict.of("reference")[0].outcomes
    assert outcomes == {0: "...F", 1: "....", 2: "...."}  # seed 0 was believed, not run again


def test_a_changed_suite_is_audited_anew_and_others_are_not(workshop, monkeypatch):
    workshop.copy("other")
    workshop.audit(seeds=1, mutants=False)
    seen = watch_jobs(monkeypatch)
    workshop.edit("hidden", "other", "size=(5, 3)", "size=(6, 3)")
    workshop.audit(seeds=1, mutants=False)
    workshop.edit("reference", "softplus", "Softplus, a smooth", "The softplus, a smooth")
    workshop.audit(seeds=1, mutants=False)
    assert seen == [["other"], ["softplus"]]


def test_a_changed_mistake_keeps_the_rest(workshop):
    workshop.audit(seeds=1, mutants=False)
    workshop.edit("mistakes", "softplus", 'new="return np.log(1 + np.exp(x))"', 'new="return np.log1p(np.exp(x))"')
    assignment = workshop.course.assignment("01")
    record = load_record(workshop.course, assignment, assignment.get("softplus"))
    before = record.subjects["reference:reference"].outcomes
    verdict = workshop.audit(seeds=1, mutants=False)["softplus"]
    assert verdict.of("reference")[0].outcomes == before
    assert not verdict.refused
    assert all(len(s.hints) == 1 for s in verdict.of("mistake"))


def test_a_spoilt_cache_file_is_no_obstacle(workshop):
    workshop.audit(seeds=1, mutants=False)
    record_path(workshop.course, workshop.course.assignment("01"), "softplus").write_text('{"key": 3')
    assert workshop.audit(seeds=1, mutants=False)["softplus"].seeds == 1


WORKER = [sys.executable, "-m", "autograder.auditing.worker"]


def work_for_hours(workshop):
    job = {
        "root": str(workshop.course.root),
        "assignment": "01",
        "exercises": ["softplus"],
        "wanted": {"seeds": 100_000, "mutants": False},
    }
    return json.dumps(job).encode()


def see_steps(worker, count):
    while count:
        count -= "done" in json.loads(worker.stdout.readline())


def test_a_worker_ends_with_its_command(workshop, tmp_path):
    """Also where the command was killed, and could tell it nothing."""
    order = tmp_path / "job.json"
    order.write_bytes(work_for_hours(workshop))
    command = subprocess.Popen(["sh", "-c", '"$@" < "$0" & exec sleep 600', order, *WORKER], stdout=subprocess.PIPE)
    see_steps(command, 20)
    command.kill()
    command.wait()
    command.communicate(timeout=60)  # ends when nobody is left who could write


def test_an_interrupted_audit_goes_on_where_it_stopped(workshop):
    """A worker that is told to stop saves what it knows; the next run needs only the rest. Ctrl-C, which a terminal sends to
    the worker as well, is the command's affair, and no outcome of what runs then."""
    worker = subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    worker.stdin.write(work_for_hours(workshop))
    worker.stdin.close()
    for _ in range(30):
        see_steps(worker, 5)
        worker.send_signal(signal.SIGINT)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(60) == 130
    worker.stdout.close()
    assignment = workshop.course.assignment("01")
    record = load_record(workshop.course, assignment, assignment.get("softplus"))
    done = len(record.subjects["reference:reference"].outcomes)
    assert 3 <= done < 100_000
    verdict = workshop.audit(seeds=done, mutants=False)["softplus"]
    assert verdict.seeds >= done and not verdict.refused


def test_the_digest_of_the_framework_is_of_code_not_of_words():
    first = 'def f(x):\n    """One."""\n    y = 1  # why\n    """What y is."""\n    return x + y\n'
    second = "def f(x):\n    y = 1\n    return x + y\n"
    assert without_words(ast.parse(first)) == without_words(ast.parse(second))
    assert without_words(ast.parse(first)) != without_words(ast.parse(first.replace("+", "-")))


def test_hints_are_asked_for_on_the_first_seeds_and_mistakes_are_caught_on_all(workshop):
    many = exercise_trial.HINTED + 3
    verdict = workshop.audit("softplus", seeds=many, mutants=False)["softplus"]
    for row in verdict.of("mistake"):
        assert sorted(row.hints) == list(range(exercise_trial.HINTED))
        assert sorted(row.outcomes) == list(range(many)) and not row.survived
        full, short = row.outcomes[0], row.outcomes[many - 1]
        assert LEFT_OUT not in full
        first = short.replace(LEFT_OUT, "").replace(".", "")
        assert len(first) == 1, "after the first test that fails, no other is run"
        assert full[short.index(first)] == first, "a test that failed it before comes first"


def test_a_mutant_is_tried_on_the_suite_and_not_stopped(workshop):
    workshop.audit(seeds=1)
    assignment = workshop.course.assignment("01")
    mutants = load_record(workshop.course, assignment, assignment.get("softplus")).mutants.values()
    assert any("." in m.outcomes for m in mutants), "each of them failed every test: they were never run"
