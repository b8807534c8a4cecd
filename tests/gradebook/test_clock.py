"""Hosts that share a queue need not agree on the time: leases go by the database's clock."""

import time

from autograder.store.queue import Store


def test_a_host_whose_clock_is_ahead_takes_nobodys_lease(postgres_url, monkeypatch):
    store = Store(postgres_url)
    store.enqueue([("a", "{}", "1")], "plan")
    job = store.lease("here", 60.0, "plan")
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    assert store.lease("an hour ahead", 60.0, "plan") is None
    assert store.renew(job, "here", 60.0)
    monkeypatch.setattr(time, "time", lambda: real() - 3600)
    assert store.lease("an hour behind", 60.0, "plan") is None
    assert store.at_work("plan") == {"here": 1}
    assert store.renew(job, "here", -1.0)
    assert store.lease("an hour behind", 60.0, "plan").id == job.id
    store.close()


def test_a_large_queue_is_leased_by_its_index(postgres_url):
    """The next submission is found without looking at all that wait."""
    from sqlalchemy import text

    store = Store(postgres_url)
    store.enqueue([(f"s{n:05}", "{}", "1") for n in range(3000)], "plan")
    with store.engine.begin() as db:
        db.execute(text("ANALYZE jobs"))
        query = "SELECT * FROM jobs WHERE state = 'queued' AND needs IN ('') AND plan = 'plan' ORDER BY rank, id LIMIT 1"
        shown = "\n".join(row[0] for row in db.execute(text(f"EXPLAIN {query}")))
    assert "jobs_next" in shown and "Sort" not in shown, shown
    store.close()
