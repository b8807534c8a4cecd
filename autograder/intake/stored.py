"""A hand-in as the run store keeps it: what was read of it, or why it cannot be read, as a few kilobytes.

The command reads each hand-in once, where it lies. Graders get this: they need no file of the student's, so a grader on
another machine grades the same, and nobody's marks depend on what that machine can see.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection
from dataclasses import dataclass

from autograder.intake.limits import IntakeError, Limits
from autograder.intake.notebook import Cell
from autograder.intake.places import Found
from autograder.intake.submission import Submission

SCHEMA = 1
MOST = 64 * 2**20
"""Bytes that an entry may become when it is unpacked: several times what intake lets through."""


@dataclass(frozen=True)
class Stored:
    """Read, or refused: what a grader needs of a hand-in."""

    read_as: Submission | None
    refused: IntakeError | None = None

    def read(self, limits: Limits | None = None, prefer: str | None = None, asked: Collection[str] = ()) -> Submission:
        """As `Found.read`: which of several files answers was decided when it was read there."""
        if self.refused is not None:
            raise self.refused
        assert self.read_as is not None
        return self.read_as

    @property
    def text(self) -> str:
        """All of its code."""
        if self.read_as is None:
            return ""
        return "\n".join([*(cell.source for cell in self.read_as.cells), *self.read_as.siblings.values()])


def look_at(found: Found, prefer: str | None, asked: Collection[str]) -> Stored:
    try:
        return Stored(found.read(prefer=prefer, asked=asked))
    except IntakeError as error:
        return Stored(None, error)


def pack(stored: Stored) -> bytes:
    """The same bytes for the same hand-in. The file itself does not come along: people read answers where it lies."""
    data: dict[str, object] = {"schema": SCHEMA}
    if stored.read_as is None:
        assert stored.refused is not None
        data["refused"] = [stored.refused.why, stored.refused.ask]
    else:
        read = stored.read_as
        data["cells"] = [[c.label, c.source, c.exercise] for c in read.cells]
        data["siblings"] = dict(read.siblings)
        data["is_notebook"] = read.is_notebook
        data["notes"] = list(read.notes)
    return zlib.compress(json.dumps(data, sort_keys=True).encode(), 6)


def unpack(body: bytes) -> Stored:
    """ValueError for what `pack` could not have made."""
    opened = zlib.decompressobj()
    try:
        text = opened.decompress(body, MOST)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if opened.unconsumed_tail:
        raise ValueError("it is larger than any hand-in")
    try:
        data = json.loads(text)
        if data["schema"] != SCHEMA:
            raise ValueError(f"it has schema {data['schema']}, this gradmark knows {SCHEMA}")
        if "refused" in data:
            why, ask = data["refused"]
            return Stored(None, IntakeError(why, ask))
        cells = tuple(Cell(label, source, exercise) for label, source, exercise in data["cells"])
        return Stored(Submission(cells, dict(data["siblings"]), bool(data["is_notebook"]), tuple(data["notes"])))
    except (KeyError, TypeError) as error:
        raise ValueError(f"it is not a stored hand-in ({error})") from None
