"""The whole gradebook as one file: what everybody has, and the facts it is derived from. `restore` makes a database of it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from autograder.basics.files import replace_text
from autograder.errors import UserError
from autograder.gradebook.grades import Standing
from autograder.platforms.exporting import Export, Written

FILE = "gradebook.json"
SCHEMA = 1


def write(export: Export, out: Path) -> Written:
    data = {
        "gradmark_gradebook": SCHEMA,
        "assignment": export.assignment,
        "possible": export.possible,
        "standings": [standing_record(row) for row in export.standings],
        "tables": export.tables(),
    }
    return Written([replace_text(out / FILE, json.dumps(data, indent=1) + "\n")])


def standing_record(row: Standing) -> dict[str, Any]:
    data = asdict(row)
    data["key"], data["name"] = row.key, row.name
    return data


def tables(db: Connection) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table that is a fact; the cache of exercise results is none."""
    return {t.name: [dict(r._mapping) for r in db.execute(select(t))] for t in _facts()}


def restore(path: Path, db: Connection) -> int:
    """Fills an empty database with an exported gradebook. Returns the number of gradings."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = data["tables"]
        version = data["gradmark_gradebook"]
    except (OSError, ValueError, KeyError, TypeError):
        raise UserError(f"{path} is not a gradebook that `gradmark export --to json` wrote") from None
    if version != SCHEMA:
        raise UserError(f"{path} has schema {version}; this gradmark reads {SCHEMA}: use the one that wrote it")
    for table in _facts():
        if table.name != "meta" and db.execute(select(table).limit(1)).first() is not None:
            raise UserError(f"the database is not empty (it has {table.name}); restore into a new --out")
    for table in _facts():
        rows = found.get(table.name, [])
        if table.name == "meta":
            rows = [r for r in rows if r["key"] != "schema"]
        if rows:
            db.execute(insert(table), rows)
        _set_counter(db, table)
    return len(found.get("gradings", []))


def _set_counter(db: Connection, table: Table) -> None:
    """PostgreSQL numbers new rows by a counter of its own, which must know the rows that came with their numbers."""
    if db.dialect.name == "postgresql" and "id" in table.c:
        from sqlalchemy import text

        db.execute(
            text(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'),"
                f" (SELECT coalesce(max(id), 0) + 1 FROM {table.name}), false)"
            )
        )


def _facts() -> list[Table]:
    from autograder.store.schema import decisions, gradings, handins, held, jobs, meta, plans, students

    return [meta, jobs, gradings, plans, handins, held, students, decisions]
