"""Where a shared database is, told so that its password is not on a command line: everybody on a machine can read those."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from autograder.errors import UserError
from autograder.store.connection import normal_url

VARIABLE = "GRADMARK_DB"
FILE_VARIABLE = "GRADMARK_DB_FILE"
HOW = (
    f"set {VARIABLE} to postgresql://USER:PASSWORD@HOST/DATABASE, or put that into a file that only you can read and "
    f"give the file (or set {FILE_VARIABLE})"
)


def shared_database(where: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The URL of a database that several machines can reach: from a file, from the environment, or, without a password, as
    it was typed."""
    if where and "://" in where:
        if _password(where):
            raise UserError(f"a password on the command line can be read by everybody on this machine; {HOW}")
        url = where
    elif where:
        url = _from_file(Path(where))
    elif environment.get(VARIABLE):
        url = environment[VARIABLE]
    elif environment.get(FILE_VARIABLE):
        url = _from_file(Path(environment[FILE_VARIABLE]))
    else:
        raise UserError(f"which database? {HOW}")
    url = normal_url(url.strip())
    if not url.startswith("postgresql"):
        raise UserError(f"graders on several machines share a PostgreSQL database, not a file; {HOW}")
    return url


def _from_file(path: Path) -> str:
    try:
        mode, text = path.stat().st_mode, path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read ({error}); {HOW}") from None
    if os.name == "posix" and mode & 0o077 and _password(text):
        raise UserError(f"{path} holds a password and others can read it; close it with: chmod 600 {path}")
    return text


def _password(url: str) -> bool:
    try:
        parsed = make_url(normal_url(url))
    except ArgumentError:
        raise UserError(f"this is not a database URL; {HOW}") from None
    return bool(parsed.password or "password" in parsed.query)
