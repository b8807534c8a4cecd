"""Where a run's database is, and how to connect to it: SQLite next to the output, or PostgreSQL by URL."""

from __future__ import annotations

import sqlite3
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    bindparam,
    cast,
    create_engine,
    event,
    extract,
    func,
    literal,
    text,
)
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from autograder.errors import UserError
from autograder.store.failures import explained

FILE = "run.db"
POINTER = "run.db.url"
"""In an output folder whose run is kept elsewhere: the URL, without its password."""
BUSY_SECONDS = 30


def locate(place: str | Path, db: str | None = None) -> str:
    """The database of an output folder, of a `run.db` itself, or of a URL. `db` (an option of a command) wins."""
    if db:
        return normal_url(db)
    if "://" in str(place):
        return normal_url(str(place))
    path = Path(place)
    if path.is_file():
        return str(path)
    if (path / POINTER).is_file():
        return normal_url((path / POINTER).read_text(encoding="utf-8").strip())
    if (path / FILE).exists():
        return str(path / FILE)
    raise UserError(
        f"{path} is not an output folder of gradmark grade (it has no {FILE}); grade first, with: "
        f"gradmark grade NN SUBMISSIONS --out {path}"
    )


def choose(out: Path, db: str | None) -> str:
    """The database for a new or a continued run in `out`; a folder that points elsewhere stays with that place."""
    if db:
        chosen = normal_url(db)
        if "://" not in chosen:
            chosen = f"sqlite:///{Path(chosen).resolve()}"
        if (out / FILE).exists() and chosen != f"sqlite:///{(out / FILE).resolve()}":
            raise UserError(f"{out} has a {FILE} of its own already; choose another --out, or leave out --db")
        if chosen == f"sqlite:///{(out / FILE).resolve()}":
            return str(out / FILE)
        (out / POINTER).write_text(without_password(chosen) + "\n", encoding="utf-8")
        return chosen
    if (out / POINTER).is_file():
        return locate(out)
    return str(out / FILE)


def normal_url(url: str) -> str:
    """With our driver named; `postgres://` as other tools write it is understood."""
    if "://" not in url:
        return url
    scheme, _, rest = url.partition("://")
    if scheme in ("postgres", "postgresql"):
        return f"postgresql+psycopg://{rest}"
    if scheme.split("+")[0] not in ("postgresql", "sqlite"):
        raise UserError(f"--db {scheme}://...: give postgresql://USER@HOST/DATABASE, or a file's path for SQLite")
    return url


def without_password(url: str) -> str:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise UserError("--db: this is not a database URL; write postgresql://USER@HOST/DATABASE") from None
    query = {key: value for key, value in parsed.query.items() if key != "password"}
    bare = URL.create(parsed.drivername, parsed.username, None, parsed.host, parsed.port, parsed.database, query)
    return bare.render_as_string(hide_password=False)


def connect(place: str | Path, write: bool = True) -> Engine:
    """An engine whose transactions are safe with several graders. A reader's (`write=False`) never holds them up."""
    url = normal_url(str(place))
    try:
        engine = create_engine(url if "://" in url else f"sqlite:///{url}")
    except (ArgumentError, ModuleNotFoundError) as error:
        if isinstance(error, ModuleNotFoundError):
            raise UserError("PostgreSQL needs its driver; install it with: pip install 'gradmark[postgres]'") from None
        raise UserError("--db: this is not a database URL; write postgresql://USER@HOST/DATABASE") from None
    if engine.dialect.name == "sqlite":
        _configure_sqlite(engine, write)

    @event.listens_for(engine, "handle_error")
    def in_a_sentence(context: ExceptionContext) -> UserError | None:
        error = context.sqlalchemy_exception
        if not isinstance(error, DBAPIError):
            return None
        gone = context.is_disconnect or context.connection is None
        return explained(error, shown(engine), engine.dialect.name == "sqlite", gone)

    return engine


def reach(engine: Engine) -> Engine:
    """Connects once, so that a wrong address or a broken file is one clear sentence."""
    with engine.connect() as db:
        db.execute(text("SELECT 1"))
        if engine.dialect.name == "sqlite":
            db.execute(text("SELECT count(*) FROM sqlite_master"))
    return engine


def shown(engine: Engine) -> str:
    """As a person may see it: without the password."""
    url = engine.url
    return str(url.database) if engine.dialect.name == "sqlite" else url.render_as_string(hide_password=True)


def clock(db: Connection) -> ColumnElement[float]:
    """Seconds since 1970 by the database's own clock: hosts that share a queue need not agree on the time."""
    if db.dialect.name == "postgresql":
        return cast(extract("epoch", func.clock_timestamp()), Float)
    return literal(time.time())  # a file: the database is here


def clock_of(engine: Engine) -> ColumnElement[float]:
    """The same, for a statement that is made once: on a file, `now` is told with each use."""
    if engine.dialect.name == "postgresql":
        return cast(extract("epoch", func.clock_timestamp()), Float)
    return bindparam("now", type_=Float)


def in_one_statement(engine: Engine) -> AbstractContextManager[Connection]:
    """For what is a single statement, and so a transaction by itself: a server is then asked once, and not three times (begin,
    statement, commit)."""
    if engine.dialect.name == "sqlite":
        return engine.begin()
    return engine.execution_options(isolation_level="AUTOCOMMIT").connect()


def lock_schema(db: Connection) -> None:
    """Only one process at a time looks at and changes the schema. On SQLite the write transaction is that lock."""
    if db.dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(7215321)"))


def lock_decisions(db: Connection) -> None:
    """Two people who decide the same thing do so one after the other. On SQLite the write transaction is that lock."""
    if db.dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(7215322)"))


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switches to write-ahead logging. Of several processes that do so on a new file at once, SQLite tells all but one that
    it is locked, without the wait that other statements have."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)


def _configure_sqlite(engine: Engine, write: bool) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
