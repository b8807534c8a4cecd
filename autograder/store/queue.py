"""The run store: a lease queue of submissions, every grading ever made, and a cache of exercise results.

One database is the only state of a run; CSV, JSON, and pages are views of it. SQLite in WAL mode by default.
A submission is leased, graded and completed in one transaction that checks the lease, so that a killed grader
loses nothing and a late one doubles nothing. The gradebook's tables are in the same database; `migrations` leads
older ones to the present schema. PostgreSQL instead of SQLite by URL.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache as made_once
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    Row,
    ScalarSelect,
    String,
    Table,
    and_,
    bindparam,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningUpdate

from autograder.errors import UserError
from autograder.store import connection, migrations
from autograder.store.connection import clock, clock_of, in_one_statement
from autograder.store.owners import host_of, is_dead
from autograder.store.patience import lasting
from autograder.store.schema import cache, contents, gradings, held, jobs, meta
from autograder.store.shelf import Shelf

LEASE_SECONDS = 120.0
"""Without a sign of life for so long, a grader counts as gone."""
MAX_ATTEMPTS = 4
"""The first try, and three more after a grader died on it or gave it back; then it goes to staff."""
BEHIND = 1_000_000
"""Added to the rank of what was given back: everything else is tried first."""


@dataclass(frozen=True)
class ToGrade:
    """A submission for the queue."""

    name: str
    source: str
    """Where it was found (`intake.places`)."""
    digest: str
    """Of the code in it: with the same digest and plan, what is done stays done."""
    content: str | None = None
    """Of what a grader gets (`Shelf`)."""
    needs: str = ""
    rank: int = 0


@dataclass(frozen=True)
class Job:
    id: int
    submission: str
    source: str
    digest: str
    generation: int
    attempts: int
    content: str | None = None
    trouble: str | None = None
    body: bytes | None = field(default=None, repr=False)
    """What was handed in, as the store has it under `content`; of a lease only."""


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


class Store:
    def __init__(self, url: str | Path) -> None:
        self.engine: Engine = connection.reach(connection.connect(url))
        migrations.ensure(self.engine)
        self.shelf = Shelf(self.engine)

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
        found: Iterable[ToGrade | tuple[str, str, str]],
        plan: str,
        force: bool = False,
        check: Callable[[Mapping[str, Queued]], None] = lambda known: None,
    ) -> None:
        """Adds entries, or (name, source, digest); what is done with the same code and plan stays done, unless forced.

        Nothing is added while one of them is being graded with another plan, or if `check` objects to what the queue holds.
        """
        entries = [each if isinstance(each, ToGrade) else ToGrade(*each) for each in found]
        with self.engine.begin() as db:
            connection.lock_schema(db)  # one command at a time fills the queue
            known = {row.submission: row for row in db.execute(select(jobs))}
            wanted = [known[each.name] for each in entries if each.name in known]
            refuse_other_plan(wanted, plan, db.execute(select(clock(db))).scalar_one())
            check({name: Queued(row.source, row.digest) for name, row in known.items()})
            for each in entries:
                row = known.get(each.name)
                fresh: dict[str, Any] = {"source": each.source, "digest": each.digest, "plan": plan}
                fresh |= {"content": each.content, "needs": each.needs, "rank": each.rank}
                if row is None:
                    db.execute(insert(jobs).values(submission=each.name, **fresh))
                elif force or row.digest != each.digest or row.plan != plan:
                    again: dict[str, Any] = {"state": "queued", "owner": None, "attempts": 0, "trouble": None}
                    again["generation"] = row.generation + 1
                    db.execute(update(jobs).where(jobs.c.id == row.id).values(**fresh, **again))
                elif row.state == "queued":  # an earlier gradmark may have put it there without its content
                    db.execute(update(jobs).where(jobs.c.id == row.id, jobs.c.state == "queued").values(**fresh))

    @lasting
    def lease(
        self, owner: str, seconds: float = LEASE_SECONDS, plan: str | None = None, able: Collection[str] = ("",)
    ) -> Job | None:
        """The next submission that nobody works on, of those that wait for this plan and need no more than this grader has."""
        asked: dict[str, Any] = {"me": owner, "seconds": seconds, "able": list(able)}
        asked |= {} if plan is None else {"wanted": plan}
        asked |= {"now": time.time()} if self.engine.dialect.name == "sqlite" else {}
        with in_one_statement(self.engine) as db:
            row = db.execute(self._lease_one(plan is not None), asked).first()
        return None if row is None else _job(row, row.attempts, row.body)

    @made_once  # noqa: B019 - a store lives as long as its process
    def _lease_one(self, of_a_plan: bool) -> ReturningUpdate[Any]:
        """Made once: putting such a statement together takes longer than PostgreSQL needs for it."""
        wanted: list[ColumnElement[bool]] = [jobs.c.needs.in_(bindparam("able", expanding=True))]
        if of_a_plan:
            wanted.append(jobs.c.plan == bindparam("wanted"))
        now, me = clock_of(self.engine), bindparam("me", type_=String)

        def first(state: ColumnElement[bool]) -> ScalarSelect[int]:
            query = select(jobs.c.id).where(state, *wanted).order_by(jobs.c.rank, jobs.c.id).limit(1)
            return query.with_for_update(skip_locked=True).scalar_subquery()

        # What is ours already, if the answer that said so was lost, or what a dead one left; then the queue.
        left = (jobs.c.state == "leased") & or_(jobs.c.lease_until < now, jobs.c.owner == me)
        chosen = func.coalesce(first(left), first(jobs.c.state == "queued"))
        until = now + bindparam("seconds", type_=Float)
        taken = {"state": "leased", "owner": me, "lease_until": until, "attempts": jobs.c.attempts + 1}
        body = select(contents.c.body).where(contents.c.digest == jobs.c.content).scalar_subquery()
        return update(jobs).where(jobs.c.id == chosen).values(**taken).returning(*jobs.c, body.label("body"))

    @lasting
    def give_back(self, job: Job, owner: str, trouble: str) -> bool:
        """Without a result, since this place cannot grade it; others are tried before it comes again."""
        mine = (jobs.c.id == job.id) & (jobs.c.owner == owner) & (jobs.c.generation == job.generation)
        free = {"state": "queued", "owner": None, "lease_until": None, "trouble": trouble[:2000]}
        with in_one_statement(self.engine) as db:
            changed = db.execute(update(jobs).where(mine).values(**free, rank=jobs.c.rank % BEHIND + BEHIND))
        return changed.rowcount == 1

    @lasting
    def renew(self, job: Job, owner: str, seconds: float = LEASE_SECONDS) -> bool:
        with in_one_statement(self.engine) as db:
            mine = (jobs.c.id == job.id) & (jobs.c.owner == owner) & (jobs.c.generation == job.generation)
            changed = db.execute(update(jobs).where(mine).values(lease_until=clock(db) + seconds))
        return changed.rowcount == 1

    @lasting
    def complete(
        self, job: Job, owner: str, result: dict[str, Any], fresh: Mapping[str, dict[str, Any]] = MappingProxyType({})
    ) -> bool:
        """Records the one final row of this submission, and in the cache what was `fresh` in it.

        False when the lease had been lost to another grader.
        """
        facts = {**facts_of(result), "result": json.dumps(result)}
        mine = {"id": job.id, "owner": owner, "generation": job.generation}
        if self.engine.dialect.name == "postgresql":
            kept = {"keys": sorted(fresh), "results": [json.dumps(fresh[key]) for key in sorted(fresh)]}
            with in_one_statement(self.engine) as db:
                return db.execute(COMPLETE, {**mine, **facts, **kept}).rowcount == 1
        with self.engine.begin() as db:
            leased = and_(*(jobs.c[name] == value for name, value in mine.items()), jobs.c.state == "leased")
            done = update(jobs).where(leased).values(state="done", owner=None, lease_until=None, trouble=None)
            row = db.execute(done.returning(*(jobs.c[name] for name in CARRIED))).first()
            if row is None:
                return False
            db.execute(insert(gradings).values(**row._mapping, **facts, created=clock(db)))
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
    def progress(self, plan: str | None = None, able: Collection[str] | None = None) -> Progress:
        """Of the submissions that are graded with this plan; `able`: only of those that need no more than this."""
        query = select(jobs.c.state, func.count()).group_by(jobs.c.state)
        if plan is not None:
            query = query.where(jobs.c.plan == plan)
        if able is not None:
            query = query.where(jobs.c.needs.in_(list(able)))
        with in_one_statement(self.engine) as db:
            counts: dict[str, int] = dict(db.execute(query).tuples().all())
        return Progress(counts.get("queued", 0), counts.get("leased", 0), counts.get("done", 0))

    # --- results ---------------------------------------------------------------------------------------------

    @lasting
    def results(self, after: int = 0, names: Iterable[str] | None = None) -> list[tuple[int, dict[str, Any]]]:
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
        return _job(r, r.attempts) if r else None

    @lasting
    def at_work(self, plan: str) -> dict[str, int]:
        """Host -> graders that hold a submission of this plan."""
        with self.engine.begin() as db:
            held_now = (jobs.c.plan == plan) & (jobs.c.state == "leased") & (jobs.c.lease_until > clock(db))
            owners = db.execute(select(jobs.c.owner).where(held_now)).scalars().all()
        hosts = [host_of(owner) for owner in owners if owner]
        return {host: hosts.count(host) for host in sorted(set(hosts))}

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
    def cached(self, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Those of the results that are there."""
        with in_one_statement(self.engine) as db:
            rows = db.execute(select(cache).where(cache.c.key.in_(keys))).all()
        return {row.key: json.loads(row.result) for row in rows}

    @lasting
    def keep(self, results: Mapping[str, dict[str, Any]]) -> None:
        with self.engine.begin() as db:
            _keep(db, results)


CARRIED = ("submission", "generation", "digest", "plan")
"""What a grading takes over from the queue."""
COMPLETE = text(
    """
    WITH done AS (
        UPDATE jobs SET state = 'done', owner = NULL, lease_until = NULL, trouble = NULL
        WHERE id = :id AND owner = :owner AND generation = :generation AND state = 'leased'
        RETURNING submission, generation, digest, plan
    ), kept AS (
        INSERT INTO cache (key, result) SELECT * FROM unnest(CAST(:keys AS text[]), CAST(:results AS text[]))
        WHERE EXISTS (SELECT FROM done) ON CONFLICT (key) DO UPDATE SET result = excluded.result
    )
    INSERT INTO gradings
        (submission, generation, digest, plan, created, result, score, possible, isolation, device, seconds, host)
    SELECT submission, generation, digest, plan, extract(epoch FROM clock_timestamp()), CAST(:result AS text),
        CAST(:score AS float), CAST(:possible AS float), CAST(:isolation AS text), CAST(:device AS text),
        CAST(:seconds AS float), CAST(:host AS text)
    FROM done
    """
)
"""All of `complete`, asked of PostgreSQL at once: between begin and commit, each statement would be a question of its own."""

OTHER_PLAN = (
    "another command is grading into this run right now, with another choice of exercises, suites or options; wait until it is "
    "done, or choose another --out"
)


def refuse_other_plan(rows: Iterable[Row[Any]], plan: str, now: float) -> None:
    for row in rows:
        at_work = row.state == "leased" and (row.lease_until or 0.0) > now and not is_dead(row.owner)
        if at_work and row.plan != plan:
            raise UserError(OTHER_PLAN)


def _job(row: Row[Any], attempts: int, body: bytes | None = None) -> Job:
    given = None if body is None else bytes(body)
    return Job(row.id, row.submission, row.source, row.digest, row.generation, attempts, row.content, row.trouble, given)


def _keep(db: Connection, results: Mapping[str, dict[str, Any]]) -> None:
    if results:
        # In one order everywhere, so that two graders with the same keys never wait for each other in a circle.
        put(db, cache, [{"key": key, "result": json.dumps(results[key])} for key in sorted(results)])


def put(db: Connection, table: Table, rows: list[dict[str, str]]) -> None:
    """Writes rows, new or over those of their key: also where two processes do so at once."""
    statement = (postgresql if db.dialect.name == "postgresql" else sqlite).insert(table)
    values = {name: statement.excluded[name] for name in rows[0] if name != "key"}
    db.execute(statement.on_conflict_do_update(index_elements=["key"], set_=values), rows)


def facts_of(result: dict[str, Any]) -> dict[str, Any]:
    """What the history keeps of a result beside the whole of it."""
    return {
        "score": result.get("score"),
        "possible": result.get("possible"),
        "isolation": result.get("isolation"),
        "device": result.get("device"),
        "seconds": result.get("timing", {}).get("total"),
        "host": result.get("host", {}).get("name"),
    }
