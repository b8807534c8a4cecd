"""What a database's error means for whoever runs a command: one sentence, and what to do next."""

from __future__ import annotations

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from autograder.errors import NO_SPACE, UserError

_OUR_OWN = (ProgrammingError, IntegrityError, DataError)
"""Errors of a statement: a mistake in gradmark, whose traceback is wanted."""
_AGAIN = "run the same command again, it goes on where this one stopped"
_DAMAGED = (
    "it is damaged. Put it aside and restore a backup of the gradebook (gradmark restore gradebook.json --out NEW), or "
    "grade again into another --out"
)
_SQLITE = (
    (("disk is full", "disk i/o error"), f"{NO_SPACE}; {_AGAIN}"),
    (("not a database", "malformed", "no such table", "no such column", "file is encrypted"), _DAMAGED),
    (("readonly",), "it is read-only. Copy the output folder to where you may write, and use the copy"),
    (
        ("unable to open",),
        "it cannot be opened. Is it a folder, closed to you, or on a read-only disk? Put it aside, or choose another --out",
    ),
    (("locked",), f"another program holds it. End that one, then {_AGAIN}"),
)


class DatabaseGone(UserError):
    """The server does not answer, or no longer: it may come back."""


def explained(error: DBAPIError, place: str, is_sqlite: bool, gone: bool) -> UserError | None:
    """None for what is a mistake of ours."""
    said = _first_line(error)
    if is_sqlite:
        for signs, what in _SQLITE:
            if any(sign in said.lower() for sign in signs):
                return UserError(f"the database {place} cannot be used ({said}): {what}")
    elif gone:
        return DatabaseGone(f"the database {place} cannot be reached ({said}): check that its server is running, then {_AGAIN}")
    if isinstance(error, _OUR_OWN):
        return None
    return UserError(f"the database {place} cannot be used ({said}): fix that, then {_AGAIN}")


def _first_line(error: DBAPIError) -> str:
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0] if said else type(error).__name__
