"""`gradmark work` on machines without the course and the hand-ins, on one PostgreSQL: the same grades, whatever dies."""

import json
import signal
import subprocess
import sys
import time

import pytest
from hosts import Host
from sqlalchemy import func, select, update

from autograder.authoring.simulated_class import Simulator, disagreements
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.runs.grade import Options, grade
from autograder.runs.shipping import fetch, pack_course, versions
from autograder.store.address import shared_database
from autograder.store.queue import Store
from autograder.store.schema import bundles, gradings, jobs

SLOW = "import time\nimport numpy as np\ndef softplus(x):\n    '{}'\n    time.sleep(0.3)\n    return np.logaddexp(0.0, x)\n"


@pytest.fixture
def hosts(small_course, tmp_path):
    made = []

    def make(name, **environment):
        made.append(Host(name, tmp_path, [small_course.root, tmp_path / "class"], **environment))
        return made[-1]

    yield make
    for host in made:
        host.end()


@pytest.fixture
def filling(small_course, tmp_path, postgres_url):
    """`gradmark grade --on none`: fills the queue and waits."""
    started = []

    def start(*flags, out="out"):
        command = [sys.executable, "-m", "autograder", "grade", "01", tmp_path / "class", "--out", tmp_path / out]
        command += ["--course", small_course.root, "--db", postgres_url, "--on", "none", "--seed", 3, "--json", *flags]
        started.append(subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def slow_class(folder, count):
    folder.mkdir()
    for number in range(count):
        (folder / f"s{number:02}.py").write_text(SLOW.format(number))


def wait_until(condition, *running, seconds=180):
    end = time.monotonic() + seconds
    while not condition():
        for process in running:
            assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


def ended(process, seconds=240):
    out, errors = process.communicate(timeout=seconds)
    return process.returncode, out, errors


def comparable(results):
    """All that a result says, but where and when it was made."""
    plain = []
    for result in results:
        kept = {k: v for k, v in result.items() if k not in ("host", "timing", "isolation")}
        plain.append(json.dumps(kept, sort_keys=True))
    return plain


def test_two_machines_without_any_file_give_the_grades_of_the_local_run(small_course, tmp_path, postgres_url, hosts, filling):
    selection = small_course.assignment("01").select()
    truth = Simulator(small_course, selection, seed=2).write(tmp_path / "made", 14)
    (tmp_path / "made/submissions").rename(tmp_path / "class")
    local = grade(small_course.root, "01", [tmp_path / "class"], tmp_path / "local", Options(seed=3, quiet=True, jobs=1))
    command = filling()
    store = Store(postgres_url)
    wait_until(lambda: store.progress().queued == len(local.results), command)
    at_work = [hosts(name).start("work", "--jobs", 1, url=postgres_url) for name in ("alpha", "beta")]
    for process in at_work:
        assert ended(process)[0] == 0
    status, out, errors = ended(command)
    assert status == 0, errors
    results = [r for _, r in store.results()]
    store.close()
    assert comparable(results) == comparable([r.model_dump() for r in local.results])
    assert {r["host"]["name"] for r in results} <= {
        "alpha",
        "beta",
    }  # on a busy machine one may do it all before the other begins
    earned = {r["submission"]: {e["id"]: e["earned"] for e in r["exercises"]} for r in results}
    assert disagreements(selection, truth, earned) == []
    assert (tmp_path / "out/grades.csv").read_text() == (tmp_path / "local/grades.csv").read_text()
    assert json.loads(out)["graded_now"] == len(local.results)
    for name in ("alpha", "beta"):
        cache = tmp_path / f"cache-{name}"
        assert cache.stat().st_mode & 0o777 == 0o700
        assert not list(cache.rglob("*.draft*"))


def test_a_machine_that_dies_costs_nothing(small_course, tmp_path, postgres_url, hosts, filling):
    """Killed hard, as a whole: nobody there gives anything back, and its lease runs out."""
    slow_class(tmp_path / "class", 12)
    command = filling()
    store = Store(postgres_url)
    wait_until(lambda: store.progress().queued == 12, command)
    doomed = hosts("doomed").start("work", "--jobs", 2, url=postgres_url, processes=True)
    wait_until(lambda: store.progress().done >= 2 and "doomed" in store.at_work(plan_of(store)), doomed)
    doomed.send_signal(signal.SIGKILL)
    doomed.communicate()
    survivor = hosts("survivor").start("work", "--jobs", 1, url=postgres_url)
    status, _, errors = ended(survivor)
    assert status == 0, errors
    status, out, errors = ended(command)
    assert status == 0, errors
    assert set(json.loads(out)["scores"].values()) == {5.0}
    with store.engine.begin() as db:
        rows = db.execute(select(gradings.c.submission, func.count()).group_by(gradings.c.submission)).tuples().all()
    assert len(rows) == 12 and {count for _, count in rows} == {1}
    store.close()


def plan_of(store):
    return store.shelf.open_plans()[0].plan


def test_sigterm_gives_the_lease_back(small_course, tmp_path, postgres_url, hosts, filling):
    slow_class(tmp_path / "class", 8)
    command = filling()
    store = Store(postgres_url)
    wait_until(lambda: store.progress().queued == 8, command)
    worker = hosts("gamma").start("work", "--jobs", 1, url=postgres_url)
    wait_until(lambda: store.progress().leased == 1 and store.progress().done >= 1, worker)
    worker.send_signal(signal.SIGTERM)
    status, _, errors = ended(worker)
    assert status == 143 and "Traceback" not in errors, errors
    assert store.progress().leased == 0, "at once, not when the lease runs out"
    # The command killed and started again goes on; so does the next machine.
    command.kill()
    command.communicate()
    again = filling()
    worker = hosts("delta").start("work", "--jobs", 1, url=postgres_url)
    assert ended(worker)[0] == 0
    status, out, errors = ended(again)
    assert status == 0, errors
    assert set(json.loads(out)["scores"].values()) == {5.0} and len(json.loads(out)["scores"]) == 8
    store.close()


def test_a_machine_with_another_version_refuses_and_says_which(small_course, tmp_path, postgres_url, hosts, filling):
    slow_class(tmp_path / "class", 2)
    command = filling()
    store = Store(postgres_url)
    wait_until(lambda: store.progress().queued == 2, command)
    there = {**versions(), "torch": "1.0.1", "gradmark": "0.0.7"}
    with store.engine.begin() as db:
        db.execute(update(bundles).values(made_by=json.dumps(there)))
    refusing = hosts("old").start("work", url=postgres_url)
    status, _, errors = ended(refusing)
    assert status == 2 and errors.count("\n") == 1
    assert f"gradmark {versions()['gradmark']} here, 0.0.7 there; torch {versions()['torch']} here, 1.0.1 there" in errors
    assert store.progress() == type(store.progress())(2, 0, 0)
    with store.engine.begin() as db:
        assert db.execute(select(func.max(jobs.c.attempts))).scalar() == 0
        db.execute(update(bundles).values(made_by=json.dumps(versions())))
    assert ended(hosts("new").start("work", "--jobs", 1, url=postgres_url))[0] == 0
    assert ended(command)[0] == 0
    store.close()


def test_stay_waits_for_the_next_plan(small_course, tmp_path, postgres_url, hosts, filling):
    """Two runs in one database, one after the other and with another plan, are graded by a machine that stays."""
    worker = hosts("stays").start("work", "--jobs", 1, "--stay", url=postgres_url)
    slow_class(tmp_path / "class", 2)
    assert ended(filling())[0] == 0
    status, out, errors = ended(filling("--hints", "none"))
    assert status == 0, errors
    assert json.loads(out)["graded_now"] == 2
    assert worker.poll() is None
    worker.send_signal(signal.SIGTERM)
    assert ended(worker)[0] == 143


# --- parts, without machines ----------------------------------------------------------------------------------------


@pytest.fixture
def shipped(small_course, postgres_url):
    selection = small_course.assignment("01").select()
    plan = Plan.make(small_course, selection, seed=3)
    store = Store(postgres_url)
    store.shelf.put_bundle(plan.digest, pack_course(small_course, selection, plan), versions())
    yield store, plan, selection
    store.close()


def test_a_course_from_the_store_makes_the_same_plan(shipped, small_course, tmp_path):
    store, plan, selection = shipped
    tmp_path.joinpath("cache").mkdir(mode=0o700)
    there = fetch(store, plan.digest, tmp_path / "cache")
    assert there.digest == plan.digest and there.root != plan.root
    assert fetch(store, plan.digest, tmp_path / "cache").root == there.root
    assert pack_course(small_course, selection, plan) == pack_course(small_course, selection, plan)
    assert not any(path.is_symlink() for path in (tmp_path / "cache").rglob("*"))


def test_a_seed_keeps_the_secret_at_home(shipped, small_course, tmp_path):
    store, plan, _ = shipped
    tmp_path.joinpath("cache").mkdir(mode=0o700)
    secret = (small_course.root / ".gradmark/secret").read_text().strip()
    there = fetch(store, plan.digest, tmp_path / "cache")
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file():
            assert secret not in path.read_text(errors="replace")
    assert there.secret == plan.secret


def test_a_course_that_was_changed_in_the_cache_is_refused(shipped, tmp_path):
    store, plan, _ = shipped
    tmp_path.joinpath("cache").mkdir(mode=0o700)
    there = fetch(store, plan.digest, tmp_path / "cache")
    suite = next(path for path in (tmp_path / "cache").rglob("test_hidden.py"))
    suite.write_text(suite.read_text() + "\nEVERYTHING = 'passes'\n")
    with pytest.raises(UserError, match="makes another plan"):
        fetch(store, there.digest, tmp_path / "cache")


def test_a_damaged_course_is_refused(shipped, tmp_path):
    store, plan, _ = shipped
    tmp_path.joinpath("cache").mkdir(mode=0o700)
    with store.engine.begin() as db:
        db.execute(update(bundles).values(body=b"something else"))
    with pytest.raises(UserError, match="is damaged"):
        fetch(store, plan.digest, tmp_path / "cache")
    with pytest.raises(UserError, match="has no course for it"):
        fetch(store, "another plan", tmp_path / "cache")


URL = "postgresql://grader:secret@db.example/hw4"


def test_a_password_is_not_taken_from_a_command_line(tmp_path):
    with pytest.raises(UserError, match="can be read by everybody"):
        shared_database(URL, {})
    assert shared_database("postgresql://grader@db/hw4", {}) == "postgresql+psycopg://grader@db/hw4"
    assert shared_database(None, {"GRADMARK_DB": URL}).endswith("secret@db.example/hw4")
    file = tmp_path / "queue.url"
    file.write_text(URL + "\n")
    file.chmod(0o644)
    with pytest.raises(UserError, match="chmod 600"):
        shared_database(str(file), {})
    file.chmod(0o600)
    assert shared_database(str(file), {}).endswith("/hw4")
    assert shared_database(None, {"GRADMARK_DB_FILE": str(file)}).endswith("/hw4")
    for nothing in ({}, {"GRADMARK_DB": "sqlite:///run.db"}):
        with pytest.raises(UserError, match="set GRADMARK_DB"):
            shared_database(None, nothing)
    with pytest.raises(UserError, match="cannot be read"):
        shared_database(str(tmp_path / "none"), {})
