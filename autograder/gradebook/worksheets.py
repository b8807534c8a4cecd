"""Moodle's grading worksheet where it lies beside the hand-ins: the time of each, by the participant's number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import tzinfo
from pathlib import Path

from autograder.basics.csv_tables import dicts_of, read_dicts, table_of
from autograder.errors import UserError
from autograder.gradebook.policy import parse_moment
from autograder.intake.limits import IntakeError, Limits
from autograder.intake.listing import bulk_limits
from autograder.intake.moodle_columns import IDENTIFIER, SUBMITTED, in_english
from autograder.intake.trees import read_file, zip_tree

_MOST_BYTES = 50 * 2**20


def times_in(tables: Iterable[tuple[Path, str | None]], zone: tzinfo | None = None) -> dict[str, float]:
    """Number of a participant -> when it was handed in. `zone`: of times without one."""
    found: dict[str, float] = {}
    for path, member in tables:
        try:
            header, rows = dicts_of(table_of(_content(path, member), path.name), path.name)
        except (UserError, IntakeError):
            continue  # a table that cannot be read knows no times
        named = {english: column for column, english in in_english(header).items()}
        if IDENTIFIER not in named or SUBMITTED not in named:
            continue
        for _, row in rows:
            number, time = re.search(r"(\d+)\Z", row[named[IDENTIFIER]]), row[named[SUBMITTED]]
            if number and time not in ("", "-"):
                try:
                    found[number[1]] = parse_moment(time, zone)
                except UserError:
                    continue
    return found


def has_times(path: Path) -> bool:
    """Whether a roster is Moodle's grading worksheet, which says when each hand-in came."""
    header, _ = read_dicts(path)
    return {IDENTIFIER, SUBMITTED} <= set(in_english(header).values())


def _content(path: Path, member: str | None) -> bytes:
    if member is None:
        return read_file(path, _MOST_BYTES)
    return zip_tree(path, path.name, bulk_limits(Limits())).read(member, _MOST_BYTES)
