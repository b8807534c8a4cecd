"""What graders on other machines need, kept in the database by digest: hand-ins as they were read, and the course that
grades a plan.

A hand-in's digest is that of the very bytes that are stored, notes included: two students share an entry only if nothing
tells them apart. A bundle holds references, hidden suites and the secret: whoever may read this table holds the course.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, func, select
from sqlalchemy.dialects import postgresql, sqlite

from autograder.store.connection import in_one_statement
from autograder.store.patience import lasting
from autograder.store.schema import bundles, contents, jobs


@dataclass(frozen=True)
class Bundle:
    plan: str
    digest: str
    body: bytes
    made_by: dict[str, str]
    """Versions of what the command that made it ran with."""


@dataclass(frozen=True)
class OpenPlan:
    """A plan that submissions wait for, or are being graded with."""

    plan: str
    queued: int
    leased: int
    needs: frozenset[str]
    """What its submissions need of a grader."""


def digest_of_bytes(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


class Shelf:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        dialect = postgresql if engine.dialect.name == "postgresql" else sqlite
        self._insert = dialect.insert

    @lasting
    def put_contents(self, bodies: Sequence[bytes]) -> list[str]:
        """Their digests, in order. What is there already is not written again."""
        digests = [digest_of_bytes(body) for body in bodies]
        found = dict(zip(digests, bodies))
        with self.engine.begin() as db:
            for digest in sorted(found):
                row = self._insert(contents).values(digest=digest, body=found[digest])
                db.execute(row.on_conflict_do_nothing(index_elements=["digest"]))
        return digests

    @lasting
    def content(self, digest: str) -> bytes | None:
        """None: it is not there, or is not what was put there."""
        with in_one_statement(self.engine) as db:
            body = db.execute(select(contents.c.body).where(contents.c.digest == digest)).scalar()
        return bytes(body) if body is not None and digest_of_bytes(bytes(body)) == digest else None

    @lasting
    def put_bundle(self, plan: str, body: bytes, made_by: dict[str, str]) -> None:
        row = self._insert(bundles).values(
            plan=plan, digest=digest_of_bytes(body), body=body, made_by=json.dumps(made_by, sort_keys=True)
        )
        new = {name: row.excluded[name] for name in ("digest", "body", "made_by")}
        with self.engine.begin() as db:
            db.execute(row.on_conflict_do_update(index_elements=["plan"], set_=new))

    @lasting
    def bundle_digest(self, plan: str) -> str | None:
        with in_one_statement(self.engine) as db:
            return db.execute(select(bundles.c.digest).where(bundles.c.plan == plan)).scalar()

    @lasting
    def bundle(self, plan: str) -> Bundle | None:
        with in_one_statement(self.engine) as db:
            row = db.execute(select(bundles).where(bundles.c.plan == plan)).first()
        if row is None or digest_of_bytes(bytes(row.body)) != row.digest:
            return None
        return Bundle(row.plan, row.digest, bytes(row.body), json.loads(row.made_by))

    @lasting
    def open_plans(self) -> list[OpenPlan]:
        """Those with work, in the order in which they were enqueued."""
        waiting = jobs.c.state != "done"
        query = select(jobs.c.plan, jobs.c.state, jobs.c.needs, func.count().label("count"), func.min(jobs.c.id).label("first"))
        query = query.where(waiting).group_by(jobs.c.plan, jobs.c.state, jobs.c.needs)
        with in_one_statement(self.engine) as db:
            rows = db.execute(query).all()
        first: dict[str, int] = {}
        for row in rows:
            first[row.plan] = min(row.first, first.get(row.plan, row.first))
        found = []
        for plan in sorted(first, key=lambda name: first[name]):
            own = [row for row in rows if row.plan == plan]
            count = {state: sum(int(row[3]) for row in own if row.state == state) for state in ("queued", "leased")}
            found.append(OpenPlan(plan, count["queued"], count["leased"], frozenset(row.needs for row in own)))
        return found
