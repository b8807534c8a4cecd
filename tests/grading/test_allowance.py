"""The time of a submission as a whole: sleeping uses it up, a busy machine does not."""

import multiprocessing
import os
import sys
import time

import pytest

from autograder.grading import allowance
from autograder.grading.workers import Budget, Program, WorkerLimits, WorkerTransport, ZygotePool
from autograder.runs.grade import Options, grade
from autograder.suites.student import Student, begin_test
from autograder.suites.student_error import Surface
from autograder.suites.transport import WorkerLost

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")

SLEEPER = """
import time
import numpy as np
def softplus(x):
    time.sleep({pause})
    return np.logaddexp(0.0, x)
"""


def run(course, folder, out, **options):
    return grade(course.root, "01", [folder], out, Options(seed=3, quiet=True, jobs=1, **options))


def hand_in(folder, name, source):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(source)


def test_a_sleeper_ends_with_its_total_and_is_told_so(small_course, tmp_path):
    """Each test is far below its own budget (8 s); together they are above what the submission may take."""
    hand_in(tmp_path / "in", "sleeper", SLEEPER.format(pause=2.0))
    start = time.monotonic()
    summary = run(small_course, tmp_path / "in", tmp_path / "out", submission_seconds=5.0)
    assert time.monotonic() - start < 30
    (result,) = summary.results
    tests = [t for e in result.exercises for t in e.tests]
    # Which are run before the time is up is drawn, and one that passed beside a failed one has to pass again by itself.
    assert {t.outcome for t in tests} == {"passed", "timeout"}
    assert all("as a whole used up the time" in t.message for t in tests if t.outcome == "timeout")
    assert any("as a whole used up the time" in note for note in result.notes)
    assert any("sleeper" in w and "--submission-seconds" in w for w in summary.warnings)
    again = run(small_course, tmp_path / "in", tmp_path / "out", submission_seconds=60.0)
    assert again.results[0].score == again.results[0].possible  # a total that was too short is not remembered


def test_the_default_is_a_minute_or_ten_times_the_reference():
    asked = []

    def needed(exact: bool) -> float:
        asked.append(exact)
        return 30.0 if exact else 2.0

    quick = allowance.Allowance(None, needed)
    quick.charge(10)
    quick.prepare(20)
    assert (quick.total, asked) == (60.0, [])
    quick.charge(35)
    quick.prepare(20)
    assert (quick.total, asked) == (300.0, [False, True])


def test_a_second_try_of_a_sleeper_is_not_made(small_course, tmp_path):
    hand_in(tmp_path / "in", "sleeper", SLEEPER.format(pause=100.0))
    start = time.monotonic()
    summary = run(small_course, tmp_path / "in", tmp_path / "out", submission_seconds=12.0)
    assert time.monotonic() - start < 30
    assert summary.results[0].score == 0


def burn(until: float) -> None:
    os.setsid()  # the kernel shares a core between sessions first, and a worker has its own
    while time.monotonic() < until:
        pass


BUSY = """
import time
def f(cpu):
    start = time.process_time()
    while time.process_time() - start < cpu:
        pass
    return 1
def g(seconds):
    time.sleep(seconds)
    return 1
def nap():
    while True:
        time.sleep(0.02 - time.time() % 0.02)
def h(seconds):
    import ctypes, threading
    ctypes.CDLL(None).mallopt(-8, 1)  # one arena: else each thread takes 64 MB of address space
    threading.stack_size(65536)
    try:
        for started in range(60):
            threading.Thread(target=nap, daemon=True).start()
    except RuntimeError:  # as many as the jail allows
        assert started > 20, started
    return g(seconds)
"""


def worker(pool, budget: Budget, total: float) -> tuple[Student, WorkerTransport]:
    parts = [{"label": f"<{i}>", "line": 1, "source": s, "name": n, "needed": True} for i, (s, n) in enumerate([(BUSY, "f")])]
    program = Program("numpy", {"statements": parts}, WorkerLimits(), budget, Surface(["f", "g", "h"]))
    program.allowance = allowance.Allowance(total)
    transport = WorkerTransport(pool, program)
    return Student(transport, Surface(["f", "g", "h"])), transport


def test_starvation_is_not_the_student_s_time_and_sleep_is():
    """One core, and twelve processes that want it: 0.7 s of computing takes some ten seconds."""
    pool = ZygotePool("none")
    before = os.sched_getaffinity(0)
    budget = Budget(1.0, wall_factor=1.0, wall_extra=1.0)
    try:
        os.sched_setaffinity(0, {min(before)})  # the zygote and its workers inherit it
        student, transport = worker(pool, budget, 3.0)
        begin_test(student, 1)
        assert student.g(0.0) == 1
        others = [multiprocessing.Process(target=burn, args=(time.monotonic() + 30,)) for _ in range(12)]
        for each in others:
            each.start()
        try:
            begin_test(student, 2)
            start = time.monotonic()
            assert student.f(0.7) == 1
            assert time.monotonic() - start > budget.wall, "the machine was not busy enough"
        finally:
            for each in others:
                each.terminate()
                each.join()
        begin_test(student, 3)
        with pytest.raises(WorkerLost, match="no answer within 2 s") as lost:
            student.g(60.0)
        assert not lost.value.retry
        begin_test(student, 4)
        with pytest.raises(WorkerLost, match="as a whole"):
            student.g(1.5)
        transport.close()
    finally:
        os.sched_setaffinity(0, before)
        pool.close()


def test_threads_that_wait_for_each_other_do_not_hide_a_sleep():
    """Threads that wake at the same moment wait for one core: together far longer than the clock runs."""
    pool = ZygotePool("none")
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        student, transport = worker(pool, Budget(0.5, wall_factor=1.0, wall_extra=2.5), 60.0)
        begin_test(student, 1)
        with pytest.raises(WorkerLost, match="no answer within 3 s"):
            student.h(9.0)
        transport.close()
    finally:
        os.sched_setaffinity(0, before)
        pool.close()


def test_what_the_reference_needs_is_recorded_measured_or_bounded(our_course):
    """By an audit of this very suite; else by a run of the reference; a training by its budget."""
    training = our_course.assignment("06").exercise[0].model_copy(update={"training": True, "seconds": 30.0})
    plain = training.model_copy(update={"training": False})
    known = {"a": 0.5}
    assert allowance.needed(plain, ["a", "b"], known, lambda test: 0.25) == 0.75
    assert allowance.needed(training, ["a", "b"], known, lambda test: 0.25) == 10.5


def test_the_figure_of_an_audit_is_read_if_it_is_of_this_suite(small_course):
    from autograder.auditing.record import load_record, save_record

    assignment = small_course.assignment("01")
    (exercise,) = assignment.exercise
    record = load_record(small_course, assignment, exercise)
    record.cpu = {"t": 1.5}
    save_record(small_course, assignment, record)
    assert allowance.recorded(small_course, assignment, exercise, record.suite) == {"t": 1.5}
    assert allowance.recorded(small_course, assignment, exercise, "another") == {}


def test_a_submission_above_a_minute_is_measured_against_the_reference(small_course):
    """The reference of the example needs milliseconds, so a minute is the total; the figure is found without a record."""
    from autograder.grading.plan import Plan
    from autograder.grading.submission import Grading
    from autograder.suites.runner import with_suites

    plan = Plan.make(small_course, small_course.assignment("01").select(), seed=3, isolation="none")
    pool = ZygotePool("none")

    def work(runner):
        grading = Grading(plan, runner, pool)
        return grading._needed_by_reference(False), grading._needed_by_reference(True)

    try:
        known, exact = with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()
    assert known == 0 and 0 < exact < 5
