"""From the schema of the first runs to the present one, with what such a run left behind."""

import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from autograder.errors import UserError
from autograder.gradebook.book import Gradebook
from autograder.store import migrations
from autograder.store.connection import connect
from autograder.store.queue import Store
from autograder.store.schema import metadata

OLD = Path(__file__).with_name("schema_1.sql").read_text(encoding="utf-8")


@pytest.fixture
def old_database(database):
    """A database as schema 1 made it, of either kind."""
    if "://" not in database:
        with sqlite3.connect(database) as db:
            db.executescript(OLD)
        return database
    import psycopg

    statements = (
        OLD.replace("id INTEGER NOT NULL", "id SERIAL NOT NULL").replace("BEGIN TRANSACTION;", "").replace("COMMIT;", "")
    )
    with psycopg.connect(database) as db:
        db.execute(statements)
        for table in ("jobs", "gradings"):
            db.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    return database


def shape(url):
    """Tables, columns with types and nullability, unique constraints, indexes: what a schema is."""
    engine = connect(url)
    try:
        found = inspect(engine)
        return {
            table: {
                "columns": {
                    c["name"]: (str(c["type"]).replace("DOUBLE PRECISION", "FLOAT"), c["nullable"])
                    for c in found.get_columns(table)
                },
                "key": found.get_pk_constraint(table)["constrained_columns"],
                "unique": sorted(tuple(u["column_names"]) for u in found.get_unique_constraints(table)),
                "indexes": sorted(tuple(i["column_names"]) for i in found.get_indexes(table) if not i["unique"]),
            }
            for table in found.get_table_names()
        }
    finally:
        engine.dispose()


def test_an_old_database_becomes_the_same_as_a_new_one(old_database, tmp_path, request):
    new = str(tmp_path / "new.db") if "://" not in old_database else request.getfixturevalue("server").new_database()
    Store(new).close()
    Store(old_database).close()
    assert shape(old_database) == shape(new)
    assert set(shape(new)) == set(metadata.tables)


def test_nothing_of_an_old_run_is_lost(old_database):
    with Gradebook(old_database) as book:
        assert {r.key: r.final for r in book.standings()} == {
            "ivo_jansen": 1.0,
            "rosa_lopez": 5.0,
            "sami_ueda": 5.0,
            "tara_park": 0.0,
        }
        history = book.history()
    assert [(h["score"], h["possible"], h["isolation"], h["device"], h["seeds"]) for h in history] == [
        (score, 5.0, "strict", "cpu", "seed 3") for score in (1.0, 5.0, 5.0, 0.0)
    ]
    assert all(h["seconds"] > 0 and h["host"] == "lab7" for h in history)


def test_an_old_run_goes_on(old_database):
    store = Store(old_database)
    assert len(store.results()) == 4
    store.enqueue([("ivo_jansen", "{}", "other content"), ("new_one", "{}", "x")], "plan")
    while job := store.lease("me"):
        assert store.complete(job, "me", {"score": 2.0, "possible": 5.0, "exercises": []})
    store.close()
    with Gradebook(old_database) as book:
        assert [h["score"] for h in book.history("ivo_jansen")] == [1.0, 2.0]
        assert {r.key for r in book.standings()} == {
            "ivo_jansen",
            "new_one",
            "rosa_lopez",
            "sami_ueda",
            "tara_park",
        }


def test_a_step_that_breaks_leaves_the_old_schema(old_database, monkeypatch):
    before = shape(old_database)

    def breaks(db):
        migrations._from_1(db)
        raise RuntimeError("power cut")

    monkeypatch.setitem(migrations.STEPS, 1, breaks)
    engine = connect(old_database)
    with pytest.raises(RuntimeError):
        migrations.ensure(engine)
    engine.dispose()
    assert shape(old_database) == before


def test_migrating_twice_changes_nothing(old_database):
    Store(old_database).close()
    before = shape(old_database)
    Store(old_database).close()
    assert shape(old_database) == before


def test_a_newer_database_is_refused(database):
    Store(database).close()
    engine = connect(database)
    with engine.begin() as db:
        db.execute(text("UPDATE meta SET value = '99' WHERE key = 'schema'"))
    engine.dispose()
    with pytest.raises(UserError, match=re.escape("newer gradmark (schema 99")):
        Store(database)


def test_every_step_is_there():
    assert sorted(migrations.STEPS) == list(range(1, migrations.SCHEMA))
