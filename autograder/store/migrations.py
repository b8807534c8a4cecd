"""The database's schema, step by step: each step leads from one version to the next and is never changed afterwards.

A step states its own tables and columns, not today's, so that an old database takes the same road in ten years.
Everything happens in one transaction: a process that dies in the middle leaves the old schema.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from sqlalchemy import Connection, Engine, inspect, text

from autograder.errors import UserError
from autograder.store.connection import lock_schema, shown

SCHEMA = 3
_NOW = text("SELECT value FROM meta WHERE key = 'schema'")


def ensure(engine: Engine) -> None:
    """Makes the tables, or leads an older database to the present schema; a newer one is refused."""
    with engine.begin() as db:
        if _version(db) == SCHEMA:
            return
    with engine.begin() as db:
        lock_schema(db)
        found = _version(db)
        if found is None:
            from autograder.store.schema import metadata

            metadata.create_all(db)
            db.execute(text("INSERT INTO meta (key, value) VALUES ('schema', :v)"), {"v": str(SCHEMA)})
            return
        if found > SCHEMA:
            raise UserError(
                f"{shown(engine)} was written by a newer gradmark (schema {found}, this one knows {SCHEMA}); "
                "upgrade with: pip install --upgrade gradmark"
            )
        for step in range(found, SCHEMA):
            STEPS[step](db)
        db.execute(text("UPDATE meta SET value = :v WHERE key = 'schema'"), {"v": str(SCHEMA)})


def version(engine: Engine) -> int | None:
    """None: there is no gradmark here yet."""
    with engine.begin() as db:
        return _version(db)


def _version(db: Connection) -> int | None:
    if not inspect(db).has_table("meta"):
        return None
    row = db.execute(_NOW).first()
    return int(json.loads(row.value)) if row else None


def _from_1(db: Connection) -> None:
    """The gradebook: students, decisions, times, plans, held regrades; and facts of a grading as columns."""
    number = "SERIAL PRIMARY KEY" if db.dialect.name == "postgresql" else "INTEGER NOT NULL PRIMARY KEY"
    for statement in (
        f"""CREATE TABLE IF NOT EXISTS students (id {number}, key VARCHAR(200) NOT NULL, name TEXT NOT NULL,
            login TEXT NOT NULL, email TEXT NOT NULL, section TEXT NOT NULL, columns TEXT NOT NULL, active INTEGER NOT NULL,
            UNIQUE (key))""",
        f"""CREATE TABLE IF NOT EXISTS decisions (id {number}, created FLOAT NOT NULL, "by" VARCHAR(200) NOT NULL,
            kind VARCHAR(20) NOT NULL, subject VARCHAR(300) NOT NULL, item VARCHAR(200) NOT NULL, value FLOAT,
            text TEXT NOT NULL, reason TEXT NOT NULL)""",
        f"""CREATE TABLE IF NOT EXISTS handins (id {number}, submission VARCHAR(200) NOT NULL, digest VARCHAR(64) NOT NULL,
            handed_in FLOAT NOT NULL, how VARCHAR(20) NOT NULL, UNIQUE (submission, digest))""",
        """CREATE TABLE IF NOT EXISTS plans (digest VARCHAR(64) NOT NULL PRIMARY KEY, created FLOAT NOT NULL,
            seeds VARCHAR(40) NOT NULL, plan TEXT NOT NULL, versions TEXT NOT NULL, gradmark VARCHAR(40) NOT NULL)""",
        "CREATE TABLE IF NOT EXISTS held (submission VARCHAR(200) NOT NULL PRIMARY KEY, generation INTEGER NOT NULL)",
        "CREATE INDEX IF NOT EXISTS decisions_subject ON decisions (subject, kind)",
    ):
        db.execute(text(statement))
    present = {column["name"] for column in inspect(db).get_columns("gradings")}
    for name, kind in (
        ("score", "FLOAT"),
        ("possible", "FLOAT"),
        ("isolation", "VARCHAR(20)"),
        ("device", "VARCHAR(20)"),
        ("seconds", "FLOAT"),
        ("host", "VARCHAR(200)"),
    ):
        if name not in present:
            db.execute(text(f"ALTER TABLE gradings ADD COLUMN {name} {kind}"))
    fill = text(
        "UPDATE gradings SET score = :score, possible = :possible, isolation = :isolation, device = :device,"
        " seconds = :seconds, host = :host WHERE id = :id"
    )
    digests: dict[str, float] = {}
    for row in db.execute(text("SELECT id, plan, created, result FROM gradings ORDER BY id")).all():
        result = json.loads(row.result)
        db.execute(
            fill,
            {
                "id": row.id,
                "score": result.get("score"),
                "possible": result.get("possible"),
                "isolation": result.get("isolation"),
                "device": result.get("device"),
                "seconds": result.get("timing", {}).get("total"),
                "host": result.get("host", {}).get("name"),
            },
        )
        digests.setdefault(row.plan, row.created)
    # Schema 1 kept the last plan only: of earlier ones, nothing but the digest is known.
    kept = db.execute(text("SELECT value FROM meta WHERE key = 'plan'")).first()
    plan = json.loads(json.loads(kept.value)) if kept else {}
    for digest, created in digests.items():
        known = plan if len(digests) == 1 else {}
        seeds = "unknown" if not known else seed_policy(known.get("seed"))
        db.execute(
            text(
                "INSERT INTO plans (digest, created, seeds, plan, versions, gradmark)"
                " VALUES (:digest, :created, :seeds, :plan, '{}', '')"
            ),
            {"digest": digest, "created": created, "seeds": seeds, "plan": json.dumps(known)},
        )


def seed_policy(seed: int | None) -> str:
    """Where the hidden inputs of a grading came from."""
    return "course secret" if seed is None else f"seed {seed}"[:40]


def _from_2(db: Connection) -> None:
    """For graders on other machines: hand-ins and courses by digest; what a submission needs, and which comes first."""
    blob = "BYTEA" if db.dialect.name == "postgresql" else "BLOB"
    for statement in (
        f"CREATE TABLE IF NOT EXISTS contents (digest VARCHAR(64) NOT NULL PRIMARY KEY, body {blob} NOT NULL)",
        f"""CREATE TABLE IF NOT EXISTS bundles (plan VARCHAR(64) NOT NULL PRIMARY KEY, digest VARCHAR(64) NOT NULL,
            body {blob} NOT NULL, made_by TEXT NOT NULL)""",
    ):
        db.execute(text(statement))
    present = {column["name"] for column in inspect(db).get_columns("jobs")}
    for name, kind in (
        ("content", "VARCHAR(64)"),
        ("needs", "VARCHAR(20) NOT NULL DEFAULT ''"),
        ("rank", "INTEGER NOT NULL DEFAULT 0"),
        ("trouble", "TEXT"),
    ):
        if name not in present:
            db.execute(text(f"ALTER TABLE jobs ADD COLUMN {name} {kind}"))
    db.execute(text("CREATE INDEX IF NOT EXISTS jobs_next ON jobs (plan, state, rank, id)"))


STEPS: dict[int, Callable[[Connection], None]] = {1: _from_1, 2: _from_2}


def record_plan(db: Connection, digest: str, plan: str, seed: int | None, versions: dict[str, str]) -> None:
    """What a plan's digest stands for, once."""
    from autograder import __version__
    from autograder.store.schema import plans

    if db.execute(plans.select().where(plans.c.digest == digest)).first() is None:
        db.execute(
            plans.insert().values(
                digest=digest,
                created=time.time(),
                seeds=seed_policy(seed),
                plan=plan,
                versions=json.dumps(versions),
                gradmark=__version__,
            )
        )
