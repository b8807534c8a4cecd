"""When something was handed in: as the platform says, from a table that knows, or, if asked for, from the files.

A file's time is often that of the download, so it is taken only with `gradmark grade --times files`.
"""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from autograder.basics.csv_tables import read_dicts, uncell
from autograder.errors import UserError
from autograder.gradebook.ledger import decide
from autograder.gradebook.policy import parse_moment
from autograder.intake.places import Found
from autograder.intake.trees import name_in_zip
from autograder.store.schema import handins

_MOST_FILES = 2000
_WHEN = (
    "handed in",
    "handed_in",
    "submitted",
    "submitted at",
    "submission time",
    "time",
    "submitted_at",
    "submitted-at",
    "submission date",
    "submission_timestamp",
    "last modified (submission)",
    "lastmodified",
    "date",
)
_WHO = (
    "submission",
    "student",
    "id",
    "sid",
    "student id",
    "login",
    "username",
    "sis login id",
    "sis user id",
    "user_id",
    "user id",
    "canvas user id",
    "email",
    "email address",
    "e-mail",
    "name",
    "full name",
    "identifier",
    "roster_identifier",
    "github_username",
    "student_username",
)
_ONE_DOWNLOAD = 600.0
"""Seconds within which the files of a whole class were written, if a download wrote them."""


class Seen(NamedTuple):
    """A content that was found under a name, and when it was handed in, if that is known."""

    submission: str
    digest: str
    when: float | None
    how: str = "file"
    """What says so: canvas, moodle, gradescope, or file."""


def look_like_one_download(times: Sequence[float]) -> bool:
    """Whether these cannot be the times at which a class handed in."""
    return len(times) >= 3 and max(times) - min(times) < _ONE_DOWNLOAD


def file_time(found: Found) -> float | None:
    """The latest change of what was handed in; none where it cannot be told."""
    try:
        if found.member is not None:
            return _zip_time(found.path, found.member)
        if found.path.is_dir():
            files = [p for _, p in zip(range(_MOST_FILES), found.path.rglob("*")) if p.is_file() and not p.is_symlink()]
            return max((p.stat().st_mtime for p in files), default=found.path.stat().st_mtime)
        return found.path.stat().st_mtime
    except (OSError, zipfile.BadZipFile, ValueError):
        return None


def _zip_time(path: Path, member: str) -> float | None:
    with zipfile.ZipFile(path) as archive:
        times = [
            time.mktime((*info.date_time, 0, 0, -1))
            for info in archive.infolist()
            if (name := name_in_zip(info)) and (name == member or (member.endswith("/") and name.startswith(member)))
        ]
    return max(times, default=None)


def note_handins(db: Connection, seen: Iterable[Seen | tuple[str, str, float | None]]) -> None:
    """The first time that this content was seen under this name stays, unless it was a file's and now the platform tells."""
    known = {(r.submission, r.digest): r.how for r in db.execute(select(handins.c.submission, handins.c.digest, handins.c.how))}
    for submission, digest, when, how in (Seen(*each) for each in seen):
        if when is None:
            continue
        before = known.get((submission, digest))
        if before is None:
            row = {"submission": submission, "digest": digest, "handed_in": when, "how": how}
            db.execute(insert(handins).values(**row))
        elif before == "file" and how != "file":
            same = (handins.c.submission == submission) & (handins.c.digest == digest)
            db.execute(update(handins).where(same).values(handed_in=when, how=how))
        else:
            continue
        known[submission, digest] = how


def import_times(
    db: Connection, path: Path, subject_of: Callable[[str], tuple[str, str] | None], by: str
) -> tuple[int, list[str]]:
    """Times from a table: how many were taken, and whom nobody knows. `subject_of`: a name -> (subject, content's digest)."""
    header, rows = _json_rows(path) if path.suffix.lower() == ".json" else read_dicts(path)
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
                f"{path}:{line}: {said!r} is not a time: write it like 2026-11-20T23:59 or 2026-11-20 23:59:00+01:00"
            ) from None
        names = [uncell(row[c]) for c in who_columns if row[c]]
        subject = next((s for s in map(subject_of, names) if s), None)
        if subject is None:
            unknown.append(f"line {line}: {' / '.join(names)}")
            continue
        decide(db, "time", subject[0], item=subject[1], by=by, value=when, reason=f"from {path.name}")
        taken += 1
    return taken, unknown


def _json_rows(path: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Canvas's list of submissions, as its API gives it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = [{str(k): "" if v is None else str(v) for k, v in entry.items()} for entry in data]
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise UserError(f"{path} is not a list of submissions: {error}") from None
    header = list(dict.fromkeys(key for row in rows for key in row))
    return header, [(i, {h: row.get(h, "") for h in header}) for i, row in enumerate(rows, 1)]
