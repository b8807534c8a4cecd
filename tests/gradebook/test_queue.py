"""Several graders at once, some of them killed: one final row per submission, on SQLite and on PostgreSQL."""

import multiprocessing
import os
import re
import signal
import time
from pathlib import Path

import pytest
from sqlalchemy import event, func, select, text
from sqlalchemy.exc import DBAPIError

from autograder.store.owners import owner_id
from autograder.store.queue import Store, ToGrade
from autograder.store.schema import gradings, jobs

COUNT = 120
FORK = multiprocessing.get_context("fork")  # each child opens the database anew


def drain(url, dies="", after=3):
    """A grader. `dies` while it holds its third lease, or in the middle of recording its third result."""
    store, me = Store(url), owner_id()
    leases = 0

    def perish(*_):
        if leases == after:
            os.kill(os.getpid(), signal.SIGKILL)

    if dies == "recording":
        # PostgreSQL is told everything in one statement: nothing of it is there, or all.
        moment = "before_cursor_execute" if store.engine.dialect.name == "postgresql" else "after_cursor_execute"
        event.listen(store.engine, moment, lambda *a: "INSERT INTO gradings" in a[2] and perish())
    while job := store.lease(me):
        leases += 1
        if dies == "leased":
            perish()
        time.sleep(0.002)
        result = {"submission": job.submission, "score": 1.0, "possible": 1.0, "exercises": []}
        keys = ["shared 1", "shared 2", job.digest]  # graders meet in the cache, in any order
        store.complete(job, me, result, {k: {"of": job.submission} for k in keys[:: 1 if job.id % 2 else -1]})
    store.close()


def start(target, *arguments):
    process = FORK.Process(target=target, args=arguments)
    process.start()
    return process


def test_one_final_row_per_submission_after_kills(database):
    store = Store(database)
    store.enqueue([(f"s{i:03}", "{}", f"digest {i}") for i in range(COUNT)], "plan")
    store.close()  # nothing open is inherited
    doomed = [start(drain, database, dies) for dies in ("leased", "recording") * 2]
    for grader in doomed:
        grader.join(30)
    assert [g.exitcode for g in doomed] == [-signal.SIGKILL] * 4
    store = Store(database)
    held_by_the_dead, recorded = store.progress().leased, store.progress().done
    assert (held_by_the_dead, recorded) == (4, 4 * 2), "what was not recorded whole is not recorded"
    assert store.release() == 4
    store.close()

    graders = [start(drain, database) for _ in range(4)]
    store = Store(database)
    while store.progress().done < COUNT // 2:
        time.sleep(0.002)
    graders[0].kill()  # at any moment
    graders[0].join()
    while store.progress().done < COUNT:
        store.release()
        if not any(g.is_alive() for g in graders):
            graders.append(start(drain, database))  # the last lease was the killed one's
        time.sleep(0.005)
    for grader in graders[1:]:
        grader.join(30)
    assert [g.exitcode for g in graders[1:]] == [0] * (len(graders) - 1), "a grader broke"
    with store.engine.begin() as db:
        rows = db.execute(select(gradings.c.submission, func.count()).group_by(gradings.c.submission)).tuples().all()
        states = db.execute(select(jobs.c.state).distinct()).scalars().all()
    assert dict(rows) == {f"s{i:03}": 1 for i in range(COUNT)}
    assert states == ["done"]
    assert len(store.results()) == COUNT
    assert store.cached(["shared 1", "shared 2"]).keys() == {"shared 1", "shared 2"}
    store.close()


def note(url, key):
    store = Store(url)
    store.remember(key, 1)
    store.remember("shared", key)
    store.close()


def test_many_open_the_same_new_database_at_once(database):
    """Who comes first makes the tables; the others neither break nor make them again."""
    opening = [start(note, database, f"k{i}") for i in range(6)]
    for process in opening:
        process.join(30)
    assert [p.exitcode for p in opening] == [0] * 6
    store = Store(database)
    assert [store.recall(f"k{i}") for i in range(6)] == [1] * 6
    store.close()


def fill(url):
    store = Store(url)
    store.enqueue([(f"s{i}", "{}", "d") for i in range(50)], "plan")
    store.close()


def test_two_commands_fill_the_queue_at_once(database):
    Store(database).close()
    filling = [start(fill, database) for _ in range(3)]
    for process in filling:
        process.join(30)
    assert [p.exitcode for p in filling] == [0] * 3
    store = Store(database)
    assert store.progress().total == 50
    store.close()


def test_a_lost_lease_cannot_record(database):
    store = Store(database)
    store.enqueue([("a", "{}", "d")], "plan")
    slow = store.lease("slow", seconds=-1)
    fast = store.lease("fast")
    assert store.complete(fast, "fast", {"by": "fast"})
    assert not store.complete(slow, "slow", {"by": "slow"})
    assert [r["by"] for _, r in store.results()] == ["fast"]
    store.close()


def test_a_submission_asks_the_server_three_times(postgres_url):
    """The queue's cost is round trips: they were seventeen."""
    store = Store(postgres_url)
    (content,) = store.shelf.put_contents([b"what was handed in"])
    store.enqueue([ToGrade("a", "{}", "1", content)], "plan")
    asked = []
    listen = lambda *about: asked.append(about[0].connection.dbapi_connection.autocommit)  # else: a begin and a commit more
    event.listen(store.engine, "before_cursor_execute", listen)
    job = store.lease("me", plan="plan")
    assert job is not None and job.body == b"what was handed in"
    store.cached(["x", "y"])
    assert store.complete(job, "me", {"score": 1.0}, {"x": {"of": "a"}, "y": {"of": "a"}})
    assert asked == [True] * 3
    assert store.cached(["x", "y"]) == {"x": {"of": "a"}, "y": {"of": "a"}}
    assert not store.complete(job, "me", {"score": 2.0}, {"x": {"of": "b"}}), "its lease is over"
    assert store.cached(["x"]) == {"x": {"of": "a"}}
    store.close()


def test_the_role_for_workers_can_grade_and_nothing_else(server, postgres_url):
    """With the very grants that docs/scaling.md tells people to make."""
    import psycopg

    page = (Path(__file__).resolve().parents[2] / "docs/scaling.md").read_text(encoding="utf-8")
    (grants,) = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    store = Store(postgres_url)
    (content,) = store.shelf.put_contents([b"what was handed in"])
    store.shelf.put_bundle("plan", b"a course", {})
    store.enqueue([ToGrade(name, "{}", name, content) for name in "ab"], "plan")
    schema = postgres_url.rpartition("%3D")[2]
    role = f"w_{schema}"
    with psycopg.connect(host=str(server.folder), user="grader", dbname="postgres", autocommit=True) as db:
        db.execute(f"SET search_path = {schema}")
        db.execute(grants.replace("gradmark_worker", role) + f"GRANT USAGE ON SCHEMA {schema} TO {role};")
    worker = Store(postgres_url.replace("grader@", f"{role}@"))
    job = worker.lease("me", plan="plan")
    assert job is not None and worker.renew(job, "me") and worker.shelf.bundle("plan") is not None
    assert worker.complete(job, "me", {"score": 1.0}, {"key": {"of": "a"}}) and worker.cached(["key"])
    other = worker.lease("me", plan="plan")
    assert other is not None and worker.give_back(other, "me", "no GPU") and worker.release() == 0
    assert worker.progress("plan").done == 1 and len(worker.shelf.open_plans()) == 1
    for forbidden in (
        "SELECT * FROM students",
        "SELECT * FROM decisions",
        "DELETE FROM gradings",
        "UPDATE gradings SET score = 9",
        "UPDATE bundles SET body = ''",
        "UPDATE contents SET body = ''",
        "UPDATE jobs SET digest = 'x'",
        "DELETE FROM jobs",
        "DROP TABLE jobs",
    ):
        with pytest.raises(DBAPIError, match=r"permission denied|must be owner"), worker.engine.begin() as db:
            db.execute(text(forbidden))
    worker.close()
    store.close()
