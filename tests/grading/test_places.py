"""Where graders run decides nobody's marks: files that cannot be seen, leases of others, machines that cannot grade."""

import subprocess
import sys
import threading
import time

import pytest
from sqlalchemy import delete, update

from autograder.errors import UserError
from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.grading.workers import JailRefused, ZygotePool
from autograder.intake.places import Found
from autograder.intake.stored import look_at, pack, unpack
from autograder.runs import grade as grading_run
from autograder.runs import graders
from autograder.runs.grade import Options, grade
from autograder.store import owners
from autograder.store.queue import Store
from autograder.store.schema import contents, jobs
from autograder.suites.runner import with_suites

RIGHT = "import numpy as np\ndef softplus(x):\n    '{}'\n    return np.logaddexp(0.0, x)\n"
OPTIONS = {"seed": 3, "quiet": True, "jobs": 1}
ELSEWHERE = "another-host/boot/1:17:4"


@pytest.fixture
def hand_ins(tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(4):
        (tmp_path / "in" / f"s{number}.py").write_text(RIGHT.format(number))
    return tmp_path / "in"


@pytest.fixture
def before_grading(monkeypatch):
    """Runs something between the filling of the queue and the first grader."""

    def install(action):
        def run_queue(plan, store, *rest):
            action(store)
            graders.run_queue(plan, store, *rest)

        monkeypatch.setattr(grading_run, "run_queue", run_queue)

    return install


def test_a_grader_needs_no_file_of_a_student(small_course, hand_ins, tmp_path, before_grading):
    """On another machine they are not there (D1): that was a final zero."""
    before_grading(lambda store: [path.unlink() for path in hand_ins.iterdir()])
    summary = grade(small_course.root, "01", [hand_ins], tmp_path / "out", Options(**OPTIONS))
    assert {r.submission: r.score for r in summary.results} == {f"s{n}": 5.0 for n in range(4)}


def test_what_cannot_be_read_is_found_out_where_it_lies(small_course, hand_ins, tmp_path, before_grading):
    (hand_ins / "s0.py").write_text("")
    before_grading(lambda store: [path.unlink() for path in hand_ins.iterdir()])
    summary = grade(small_course.root, "01", [hand_ins], tmp_path / "out", Options(**OPTIONS))
    assert [r.not_gradable.split(";")[0] for r in summary.results] == ["s0.py is empty", "", "", ""]


def test_a_stored_hand_in_is_the_one_that_was_read(hand_ins):
    (hand_ins / "helper.py").write_text("K = 3\n")
    for found in (Found("a", hand_ins / "s0.py"), Found("b", hand_ins), Found("c", hand_ins / "none.txt")):
        stored = look_at(found, None, ["softplus"])
        again = unpack(pack(stored))
        assert again.read_as == stored.read_as
        assert str(again.refused) == str(stored.refused)
    assert pack(unpack(pack(stored))) == pack(stored)
    for broken in (b"", b"x" * 40, pack(stored)[:-9]):
        with pytest.raises(ValueError):
            unpack(broken)


def drop_content(name):
    def action(store):
        digest = store.job_named(name).content
        with store.engine.begin() as db:
            db.execute(delete(contents).where(contents.c.digest == digest))

    return action


def test_a_missing_content_is_never_a_result(small_course, hand_ins, tmp_path, before_grading):
    before_grading(drop_content("s1"))
    with pytest.raises(UserError, match=r"cannot grade what waits.*the store has not the hand-in of s1"):
        grade(small_course.root, "01", [hand_ins], tmp_path / "out", Options(**OPTIONS))
    store = Store(tmp_path / "out/run.db")
    job = store.job_named("s1")
    assert (job.attempts, store.progress().done) == (3, 3)  # behind the others; then twice in a row: the slot is given up
    assert "the store has not" in job.trouble
    store.close()
    # The next command reads the hand-in anew: what was missing is there again, and this time it is graded.
    before_grading(lambda store: None)
    summary = grade(small_course.root, "01", [hand_ins], tmp_path / "out", Options(**OPTIONS))
    assert {r.submission: r.score for r in summary.results} == {f"s{n}": 5.0 for n in range(4)}


def test_what_no_machine_can_grade_goes_to_staff(small_course, hand_ins, tmp_path, before_grading):
    before_grading(drop_content("s1"))
    summary = grade(small_course.root, "01", [hand_ins], tmp_path / "out", Options(**{**OPTIONS, "jobs": 2}))
    (result,) = [r for r in summary.results if r.submission == "s1"]
    assert {t.outcome for e in result.exercises for t in e.tests} == {"inconclusive"}
    assert "no machine could grade it" in result.exercises[0].for_staff[0]
    assert [r.score for r in summary.results if r.submission != "s1"] == [5.0] * 3


def test_a_refused_jail_is_no_answer_of_the_student(small_course, hand_ins, tmp_path, monkeypatch):
    plan = Plan.make(small_course, small_course.assignment("01").select(), seed=3)
    pool = ZygotePool(plan.isolation)

    def work(runner):
        grading = Grading(plan, runner, pool)
        assert grading.submission("s0", Found("s0", hand_ins / "s0.py")).score == 5.0
        real = pool.fork

        def fork(runtime, limits):
            if limits.cpu_seconds is None:  # the slicer's
                return real(runtime, limits)
            raise JailRefused("landlock: not here")

        monkeypatch.setattr(pool, "fork", fork)
        with pytest.raises(JailRefused):
            grading.submission("s1", Found("s1", hand_ins / "s1.py"))

    try:
        with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()


def elsewhere_holds(name, seconds):
    """Another machine holds this submission, and then is gone."""

    def action(store):
        with store.engine.begin() as db:
            taken = {"state": "leased", "owner": ELSEWHERE, "lease_until": time.time() + seconds, "attempts": 1}
            db.execute(update(jobs).where(jobs.c.submission == name).values(**taken))

    return action


def test_waiting_for_another_machine_starts_no_grader_after_grader(
    small_course, hand_ins, tmp_path, before_grading, monkeypatch
):
    """D9: the run called itself again, deeper and deeper, and started graders that found nothing."""
    starts, depths = [], []
    real = graders.start

    def start(*order, **how):
        starts.append(order)
        depths.append(len([f for f in iter_frames(sys._getframe()) if f.f_code.co_name == "run_queue"]))
        return real(*order, **how)

    monkeypatch.setattr(graders, "start", start)
    before_grading(elsewhere_holds("s2", 12))
    summary = grade(small_course.root, "01", [hand_ins], tmp_path / "out", Options(**OPTIONS))
    assert [r.score for r in summary.results] == [5.0] * 4
    assert len(starts) == 1 and max(depths) <= 2


def iter_frames(frame):
    while frame is not None:
        yield frame
        frame = frame.f_back


def test_a_grader_stays_while_the_lease_of_another_is_open(small_course, hand_ins, tmp_path):
    """D11: it left, and nobody was there when the other machine's lease ran out."""
    selection = small_course.assignment("01").select()
    plan = Plan.make(small_course, selection, seed=3)
    store = Store(tmp_path / "run.db")
    found = [Found(f"s{n}", hand_ins / f"s{n}.py") for n in range(2)]
    store.enqueue(grading_run.put_on_shelf(store, plan, found), plan.digest)
    elsewhere_holds("s0", 10)(store)
    running = graders.start(plan, str(tmp_path / "run.db"), tmp_path / "lock", Slot())
    assert running.process.wait(240) == 0
    assert store.progress() == type(store.progress())(0, 0, 2)
    store.close()


def test_an_owner_is_told_apart_from_one_of_the_same_name_elsewhere():
    """D10: in a container of the same name this process number means nobody, and that one was declared dead."""
    mine = owners.owner_id()
    assert not owners.is_dead(mine)
    script = "from autograder.store.owners import owner_id; print(owner_id())"
    inside = subprocess.run(
        ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", script], capture_output=True, text=True
    )
    if inside.returncode:
        pytest.skip(f"no process namespace can be made here: {inside.stderr.strip()}")
    other = inside.stdout.strip()
    assert other.partition("/")[0] == mine.partition("/")[0], "the host's name is the same"
    assert not owners.is_dead(other)
    gone = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip()
    assert owners.is_dead(gone)


def test_plans_share_a_store_without_mixing(tmp_path):
    store = Store(tmp_path / "run.db")
    store.enqueue([("a", "{}", "1"), ("b", "{}", "2")], "first plan")
    job = store.lease("me", plan="first plan")
    store.enqueue([("c", "{}", "3")], "second plan")  # while the first is at work
    assert [p.plan for p in store.shelf.open_plans()] == ["first plan", "second plan"]
    assert store.lease("you", plan="second plan").submission == "c"
    with pytest.raises(UserError, match="another command is grading"):
        store.enqueue([(job.submission, "{}", "1")], "second plan")
    store.close()


def test_what_needs_a_gpu_waits_for_a_grader_that_has_one(tmp_path):
    from autograder.store.queue import ToGrade

    store = Store(tmp_path / "run.db")
    store.enqueue([ToGrade("a", "{}", "1", needs="gpu"), ToGrade("b", "{}", "2")], "plan")
    assert store.lease("cpu", plan="plan").submission == "b"
    assert store.lease("cpu2", plan="plan") is None
    assert store.progress("plan", able=("",)).queued == 0
    assert store.lease("gpu", plan="plan", able=("", "gpu")).submission == "a"
    store.close()


def test_the_longest_trainings_come_first(tmp_path):
    from autograder.store.queue import ToGrade

    store = Store(tmp_path / "run.db")
    store.enqueue([ToGrade("a", "{}", "1"), ToGrade("b", "{}", "2", rank=-300), ToGrade("c", "{}", "3", rank=-60)], "plan")
    order = [store.lease(f"g{n}", plan="plan").submission for n in range(3)]
    assert order == ["b", "c", "a"]
    store.close()


def test_a_lease_is_renewed_while_one_long_test_runs(tmp_path):
    """Only between tests it was renewed: so it had to outlast the longest, and a dead machine's work waited as long."""
    from autograder.runs.grader_process import Heartbeat

    store = Store(tmp_path / "run.db")
    store.enqueue([("a", "{}", "1")], "plan")
    job = store.lease("me", 1.0, "plan")
    heart = Heartbeat(store, "me", 1.0, patience=4.0)
    with heart.during(job):
        time.sleep(2.5)
        assert store.lease("another", 1.0, "plan") is None, "the lease is kept"
        taken = threading.Event()
        end = time.monotonic() + 30
        while not taken.is_set() and time.monotonic() < end:  # no test ends any more: it hangs
            if store.lease("another", 1.0, "plan"):
                taken.set()
            time.sleep(0.2)
        assert taken.is_set()
    heart.stop()
    store.close()
