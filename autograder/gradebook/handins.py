"""When something was handed in: from the file, from a bulk zip's listing, or from a CSV that knows better.

A file's time is often that of the download. Where it matters, import the platform's times (`gradmark roster --times`).
"""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from sqlalchemy import Connection, insert, select

from autograder.basics.csv_tables import read_dicts, uncell
from autograder.errors import UserError
from autograder.gradebook.ledger import decide
from autograder.gradebook.policy import parse_moment
from autograder.intake.places import Found
from autograder.store.schema import handins

_MOST_FILES = 2000
_WHEN = ("handed in", "handed_in", "submitted", "submitted at", "submission time", "time", "submitted_at",
         "submission date", "last modified (submission)", "lastmodified", "date")  # fmt: skip
_WHO = ("submission", "student", "id", "sid", "student id", "login", "username", "sis login id", "sis user id",
        "email", "email address", "e-mail", "name", "full name", "identifier")  # fmt: skip


def file_time(found: Found) -> float | None:
    """The latest change of what was handed in; none where it cannot be told."""
    try:
        if found.member is not None:
            return _zip_time(found.path, found.member)
        if found.path.is_dir():
            files = [
                p
                for _, p in zip(range(_MOST_FILES), found.path.rglob("*"))
                if p.is_file() and not p.is_symlink()
            ]
            return max((p.stat().st_mtime for p in files), default=found.path.stat().st_mtime)
        return found.path.stat().st_mtime
    except (OSError, zipfile.BadZipFile, ValueError):
        return None


def _zip_time(path: Path, member: str) -> float | None:
    with zipfile.ZipFile(path) as archive:
        times = [
            time.mktime((*info.date_time, 0, 0, -1))
            for info in archive.infolist()
            if info.filename == member or (member.endswith("/") and info.filename.startswith(member))
        ]
    return max(times, default=None)


def note_handins(db: Connection, seen: Iterable[tuple[str, str, float | None]]) -> None:
    """(submission, digest, time): the first time that this content was seen under this name stays."""
    known = {(r.submission, r.digest) for r in db.execute(select(handins.c.submission, handins.c.digest))}
    for submission, digest, when in seen:
        if when is not None and (submission, digest) not in known:
            db.execute(
                insert(handins).values(submission=submission, digest=digest, handed_in=when, how="file")
            )
            known.add((submission, digest))


def import_times(
    db: Connection, path: Path, subject_of: Callable[[str], tuple[str, str] | None], by: str
) -> tuple[int, list[str]]:
    """Times from a CSV: how many were taken, and whom nobody knows. `subject_of`: a name -> (subject, content's digest)."""
    header, rows = read_dicts(path)
    low = {column.lower().strip(): column for column in header}
    when_column = next((low[w] for w in _WHEN if w in low), None)
    who_columns = [low[w] for w in _WHO if w in low]
    if when_column is None or not who_columns:
        raise UserError(
            f"{path}: needs a column that says who (submission, id, login, email or name) and one that says when "
            f"(submitted); it has: {', '.join(header[:8])}"
        )
    taken, unknown = 0, []
    for line, row in rows:
        said = row[when_column]
        if said in ("", "-"):
            continue
        try:
            when = parse_moment(said)
        except UserError:
            raise UserError(
                f"{path}:{line}: {said!r} is no time: write it like 2026-11-20T23:59 or 2026-11-20 23:59:00+01:00"
            ) from None
        names = [uncell(row[c]) for c in who_columns if row[c]]
        subject = next((s for s in map(subject_of, names) if s), None)
        if subject is None:
            unknown.append(f"line {line}: {' / '.join(names)}")
            continue
        decide(db, "time", subject[0], item=subject[1], by=by, value=when, reason=f"from {path.name}")
        taken += 1
    return taken, unknown
