"""The lease queue: nothing lost, nothing doubled."""

import multiprocessing
import os

import pytest

from autograder.store.owners import is_dead, owner_id
from autograder.store.queue import Store


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "run.db")
    store.enqueue([(f"s{i:03}", "{}", f"digest {i}") for i in range(20)], "plan")
    yield store
    store.close()


def drain(url, owner):
    store = Store(url)
    while job := store.lease(owner):
        store.complete(job, owner, {"submission": job.submission, "by": owner})


def test_several_graders_share_the_queue(tmp_path, store):
    workers = [multiprocessing.Process(target=drain, args=(tmp_path / "run.db", f"grader {i}")) for i in range(4)]
    for w in workers:
        w.start()
    for w in workers:
        w.join()
    results = [r for _, r in store.results()]
    assert sorted(r["submission"] for r in results) == [f"s{i:03}" for i in range(20)]
    assert store.progress().done == 20


def test_a_lost_lease_cannot_record(store):
    job = store.lease("slow", seconds=-1)  # its lease has run out already
    again = store.lease("fast")
    assert again.id == job.id
    assert store.complete(again, "fast", {"by": "fast"})
    assert not store.complete(job, "slow", {"by": "slow"})
    assert [r["by"] for _, r in store.results()] == ["fast"]


def test_leases_of_the_dead_are_given_back(store):
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    dead = owner_id().replace(f":{os.getpid()}:", f":{pid}:")
    os.waitpid(pid, 0)
    assert store.lease(dead) and store.progress().leased == 1
    assert is_dead(dead) and not is_dead(owner_id())
    assert store.release() == 1
    assert store.progress().leased == 0


def test_enqueue_keeps_what_is_done(store):
    job = store.lease("a")
    store.complete(job, "a", {"n": 1})
    store.enqueue([(job.submission, "{}", job.digest)], "plan")
    assert store.progress().done == 1
    store.enqueue([(job.submission, "{}", "other content")], "plan")
    assert store.progress().done == 0
    assert store.results() == []  # the old grading is history, not the current result


def test_attempts_are_counted(store):
    for expected in (1, 2, 3):
        job = store.lease("x", seconds=-1)
        assert job.attempts == expected


def test_cache(store):
    assert store.cached(["k", "other"]) == {}
    store.keep({"k": {"a": 1}})
    store.keep({"k": {"a": 2}, "l": {}})
    assert store.cached(["k", "other"]) == {"k": {"a": 2}}
