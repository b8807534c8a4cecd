"""The run store: a lease queue of submissions, every grading ever made, and a cache of exercise results.

One database is the only state of a run; CSV, JSON, and pages are views of it. SQLite in WAL mode by default.
A submission is leased, graded and completed in one transaction that checks the lease, so that a killed grader
loses nothing and a late one doubles nothing. The gradebook's tables are in the same database; `migrations` leads
older ones to the present schema. PostgreSQL instead of SQLite by URL.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, Row, Table, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from autograder.errors import UserError
from autograder.store import connection, migrations
from autograder.store.failures import DatabaseGone
from autograder.store.schema import cache, gradings, held, jobs, meta

T = TypeVar("T")
P = ParamSpec("P")

LEASE_SECONDS = 120.0
PATIENCE = 60.0
MAX_ATTEMPTS = 4
"""The first try, and three more after a grader died on it; then it goes to staff."""


@dataclass(frozen=True)
class Job:
    id: int
    submission: str
    source: str
    digest: str
    generation: int
    attempts: int


@dataclass(frozen=True)
class Queued:
    """What the queue holds under a name."""

    source: str
    digest: str


@dataclass(frozen=True)
class Progress:
    queued: int
    leased: int
    done: int

    @property
    def total(self) -> int:
        return self.queued + self.leased + self.done


def owner_id() -> str:
    """Names this process so that a later run on this host can tell whether it still lives."""
    return f"{socket.gethostname()}:{os.getpid()}:{process_start(os.getpid())}"


def process_start(pid: int) -> str:
    """When a process of this host began, so that another one with its number is not taken for it; empty: it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def is_dead(owner: str | None) -> bool:
    host, _, rest = (owner or "::").rpartition(":")[0].rpartition(":")
    pid, started = rest, (owner or "").rpartition(":")[2]
    return host == socket.gethostname() and pid.isdigit() and process_start(int(pid)) != started


def patiently(action: Callable[[], T], seconds: float = PATIENCE) -> T:
    """A database server that is restarted comes back: what failed for that reason is tried again for a while."""
    end = time.monotonic() + seconds
    while True:
        try:
            return action()
        except DatabaseGone:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def lasting(method: Callable[P, T]) -> Callable[P, T]:
    """For methods that are one transaction, and may be repeated even if it is not known whether they took effect."""

    @wraps(method)
    def again(*args: P.args, **options: P.kwargs) -> T:
        return patiently(lambda: method(*args, **options))

    return again


class Store:
    def __init__(self, url: str | Path) -> None:
        self.engine: Engine = connection.reach(connection.connect(url))
        migrations.ensure(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    # --- facts about the run ---------------------------------------------------------------------------------

    @lasting
    def remember(self, key: str, value: Any) -> None:
        with self.engine.begin() as db:
            put(db, meta, [{"key": key, "value": json.dumps(value)}])

    @lasting
    def recall(self, key: str) -> Any:
        with self.engine.begin() as db:
            row = db.execute(select(meta.c.value).where(meta.c.key == key)).first()
        return json.loads(row.value) if row else None

    # --- the queue -------------------------------------------------------------------------------------------

    @lasting
    def enqueue(
        self,
        found: Iterable[tuple[str, str, str]],
        plan: str,
        force: bool = False,
        check: Callable[[Mapping[str, Queued]], None] = lambda known: None,
    ) -> None:
        """Adds (name, source, digest); what is done with the same content and plan stays done, unless forced.

        Nothing is added while another plan's are being graded, or if `check` objects to what the queue holds already.
        """
        found = list(found)
        with self.engine.begin() as db:
            connection.lock_schema(db)  # one command at a time fills the queue
            known = {row.submission: row for row in db.execute(select(jobs))}
            refuse_other_plan(known.values(), plan)
            check({name: Queued(row.source, row.digest) for name, row in known.items()})
            for name, source, digest in found:
                row = known.get(name)
                if row is None:
                    db.execute(insert(jobs).values(submission=name, source=source, digest=digest, plan=plan))
                elif force or row.digest != digest or row.plan != plan:
                    fresh = {
                        "source": source,
                        "digest": digest,
                        "plan": plan,
                        "state": "queued",
                        "owner": None,
                        "attempts": 0,
                    }
                    db.execute(
                        update(jobs).where(jobs.c.id == row.id).values(**fresh, generation=row.generation + 1)
                    )

    @lasting
    def lease(self, owner: str, seconds: float = LEASE_SECONDS, plan: str | None = None) -> Job | None:
        """The next submission that nobody works on, of those that wait for this plan."""
        now = time.time()
        free = or_(
            jobs.c.state == "queued",
            (jobs.c.state == "leased") & (jobs.c.lease_until < now),
            jobs.c.owner == owner,  # ours already, and the answer that said so was lost
        )
        if plan is not None:
            free = free & (jobs.c.plan == plan)
        with self.engine.begin() as db:
            row = db.execute(
                select(jobs).where(free).order_by(jobs.c.id).limit(1).with_for_update(skip_locked=True)
            ).first()
            if row is None:
                return None
            taken = {
                "state": "leased",
                "owner": owner,
                "lease_until": now + seconds,
                "attempts": row.attempts + 1,
            }
            db.execute(update(jobs).where(jobs.c.id == row.id).values(**taken))
        return Job(row.id, row.submission, row.source, row.digest, row.generation, row.attempts + 1)

    @lasting
    def renew(self, job: Job, owner: str, seconds: float = LEASE_SECONDS) -> bool:
        with self.engine.begin() as db:
            mine = (jobs.c.id == job.id) & (jobs.c.owner == owner) & (jobs.c.generation == job.generation)
            changed = db.execute(update(jobs).where(mine).values(lease_until=time.time() + seconds))
        return changed.rowcount == 1

    @lasting
    def complete(
        self, job: Job, owner: str, result: dict, fresh: Mapping[str, dict] = MappingProxyType({})
    ) -> bool:
        """Records the one final row of this submission, and in the cache what was `fresh` in it.

        False when the lease had been lost to another grader.
        """
        with self.engine.begin() as db:
            row = db.execute(select(jobs).where(jobs.c.id == job.id).with_for_update()).first()
            if row is None or row.owner != owner or row.generation != job.generation or row.state != "leased":
                return False
            values = {
                "submission": job.submission,
                "generation": job.generation,
                "digest": row.digest,
                "plan": row.plan,
            }
            values |= facts_of(result)
            db.execute(insert(gradings).values(**values, created=time.time(), result=json.dumps(result)))
            db.execute(
                update(jobs).where(jobs.c.id == job.id).values(state="done", owner=None, lease_until=None)
            )
            _keep(db, fresh)
        return True

    @lasting
    def release(self, owner: str | None = None) -> int:
        """Gives back what a dead grader held: of `owner`, or of every owner of this host that no longer lives."""
        freed = 0
        with self.engine.begin() as db:
            for row in db.execute(select(jobs).where(jobs.c.state == "leased")).all():
                if row.owner == owner or (owner is None and is_dead(row.owner)):
                    # By its owner: another grader may have leased it since we looked.
                    dead = (jobs.c.id == row.id) & (jobs.c.owner == row.owner)
                    freed += db.execute(update(jobs).where(dead).values(state="queued", owner=None)).rowcount
        return freed

    @lasting
    def progress(self, plan: str | None = None) -> Progress:
        """Of the submissions that are graded with this plan."""
        query = select(jobs.c.state, func.count()).group_by(jobs.c.state)
        if plan is not None:
            query = query.where(jobs.c.plan == plan)
        with self.engine.begin() as db:
            counts: dict[str, int] = dict(db.execute(query).tuples().all())
        return Progress(counts.get("queued", 0), counts.get("leased", 0), counts.get("done", 0))

    # --- results ---------------------------------------------------------------------------------------------

    @lasting
    def results(self, after: int = 0, names: Iterable[str] | None = None) -> list[tuple[int, dict]]:
        """Current results as (grading id, result), by submission; only those recorded after grading `after`."""
        counting = func.coalesce(held.c.generation, jobs.c.generation)
        queue = jobs.join(held, held.c.submission == jobs.c.submission, isouter=True)
        current = (gradings.c.submission == jobs.c.submission) & (gradings.c.generation == counting)
        query = select(gradings.c.id, gradings.c.submission, gradings.c.result)
        query = query.select_from(gradings.join(queue, current))
        query = query.where(gradings.c.id > after).order_by(gradings.c.submission)
        with self.engine.begin() as db:
            rows = db.execute(query).all()
        wanted = None if names is None else set(names)
        return [(r.id, json.loads(r.result)) for r in rows if wanted is None or r.submission in wanted]

    @lasting
    def job_named(self, submission: str) -> Job | None:
        with self.engine.begin() as db:
            r = db.execute(select(jobs).where(jobs.c.submission == submission)).first()
        return Job(r.id, r.submission, r.source, r.digest, r.generation, r.attempts) if r else None

    @lasting
    def sources(self) -> dict[str, str]:
        """Where each submission of the run was found, in the words of whoever enqueued it."""
        with self.engine.begin() as db:
            rows = db.execute(select(jobs.c.submission, jobs.c.source)).all()
        return {r.submission: r.source for r in rows if r.source != "{}"}

    @lasting
    def submissions(self) -> list[str]:
        with self.engine.begin() as db:
            return [r.submission for r in db.execute(select(jobs.c.submission).order_by(jobs.c.submission))]

    # --- cache of exercise results -----------------------------------------------------------------------------

    @lasting
    def cached(self, keys: Sequence[str]) -> dict[str, dict]:
        """Those of the results that are there."""
        with self.engine.begin() as db:
            rows = db.execute(select(cache).where(cache.c.key.in_(keys))).all()
        return {row.key: json.loads(row.result) for row in rows}

    @lasting
    def keep(self, results: Mapping[str, dict]) -> None:
        with self.engine.begin() as db:
            _keep(db, results)


OTHER_PLAN = (
    "another command is grading into this run right now, with another choice of exercises, suites or options; wait until it is "
    "done, or choose another --out"
)


def refuse_other_plan(rows: Iterable[Row], plan: str) -> None:
    now = time.time()
    for row in rows:
        at_work = row.state == "leased" and (row.lease_until or 0.0) > now and not is_dead(row.owner)
        if at_work and row.plan != plan:
            raise UserError(OTHER_PLAN)


def _keep(db: Connection, results: Mapping[str, dict]) -> None:
    if results:
        # In one order everywhere, so that two graders with the same keys never wait for each other in a circle.
        put(db, cache, [{"key": key, "result": json.dumps(results[key])} for key in sorted(results)])


def put(db: Connection, table: Table, rows: list[dict[str, str]]) -> None:
    """Writes rows, new or over those of their key: also where two processes do so at once."""
    statement = (postgresql if db.dialect.name == "postgresql" else sqlite).insert(table)
    values = {name: statement.excluded[name] for name in rows[0] if name != "key"}
    db.execute(statement.on_conflict_do_update(index_elements=["key"], set_=values), rows)


def facts_of(result: dict) -> dict[str, Any]:
    """What the history keeps of a result beside the whole of it."""
    return {
        "score": result.get("score"), "possible": result.get("possible"), "isolation": result.get("isolation"),
        "device": result.get("device"), "seconds": result.get("timing", {}).get("total"),
        "host": result.get("host", {}).get("name"),
    }  # fmt: skip
