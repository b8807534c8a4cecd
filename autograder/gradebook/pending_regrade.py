"""A regrade that does not count yet: the queue works on a new generation, and `held` names the one that counts."""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select, update

from autograder.gradebook.ledger import decide
from autograder.store.schema import gradings, held, jobs, meta

TRIAL = "trial_plan"


def hold(db: Connection, names: Collection[str], plan: str) -> int:
    """Queues these submissions for another plan; their present grading goes on counting. Returns how many are queued."""
    kept = set(db.execute(select(held.c.submission)).scalars())
    queued = 0
    for row in db.execute(select(jobs)).all():
        if row.submission not in names or row.plan == plan:
            continue
        if row.submission not in kept:
            db.execute(insert(held).values(submission=row.submission, generation=row.generation))
        fresh = {"plan": plan, "state": "queued", "owner": None, "lease_until": None, "attempts": 0, "trouble": None}
        db.execute(update(jobs).where(jobs.c.id == row.id).values(**fresh, generation=row.generation + 1))
        queued += 1
    return queued


def settle(db: Connection, names: Collection[str], plan: str) -> None:
    """After `gradmark grade` filled the queue: its gradings count, also those that a regrade with the same plan made."""
    newest = (gradings.c.submission == jobs.c.submission) & (gradings.c.generation == jobs.c.generation)
    query = (
        select(jobs.c.submission, gradings.c.plan)
        .join(held, held.c.submission == jobs.c.submission)
        .join(gradings, newest, isouter=True)
        .where(jobs.c.plan == plan)
    )
    for row in db.execute(query).all():
        # A grading with another plan is a regrade that was discarded: what is held goes on counting.
        if row.submission in names and row.plan in (None, plan):
            db.execute(delete(held).where(held.c.submission == row.submission))
    forget(db, TRIAL)


def apply(db: Connection, by: str, summary: dict) -> None:
    """Makes the regrade count."""
    trial = recall(db, TRIAL)
    db.execute(delete(held))
    for key, value in (trial or {}).items():
        remember(db, key, value)
    forget(db, TRIAL)
    decide(db, "applied", "", by=by, value=1.0, text=json.dumps(summary), reason="regrade")


def discard(db: Connection) -> int:
    """The present grades stay; the regrade remains in the history only."""
    rows = db.execute(select(held)).all()
    for row in rows:
        old = db.execute(
            select(gradings).where(gradings.c.submission == row.submission, gradings.c.generation == row.generation)
        ).first()
        if old is not None:
            done = {
                "plan": old.plan,
                "digest": old.digest,
                "state": "done",
                "owner": None,
                "lease_until": None,
            }
            db.execute(update(jobs).where(jobs.c.submission == row.submission).values(**done))
    forget(db, TRIAL)
    return len(rows)


def recall(db: Connection, key: str) -> dict | None:
    row = db.execute(select(meta.c.value).where(meta.c.key == key)).first()
    return json.loads(row.value) if row else None


def remember(db: Connection, key: str, value: object) -> None:
    forget(db, key)
    db.execute(insert(meta).values(key=key, value=json.dumps(value)))


def forget(db: Connection, key: str) -> None:
    db.execute(delete(meta).where(meta.c.key == key))
