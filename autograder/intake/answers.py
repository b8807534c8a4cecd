"""Written answers of a hand-in: the cell that was handed out for each, and what the student put below it.

Read as defensively as code cells are; nothing is rendered or run here.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from autograder.basics.words import in_every_language, mark
from autograder.intake.limits import IntakeError, Limits
from autograder.intake.notebook import cell_source, listed_cells, parse_notebook

MOST_TEXT = 60_000
MOST_PICTURES = 12
MOST_PICTURE_BYTES = 4_000_000
_ROLES = re.compile(r"(?:text|code|exercise|task|check|scratch|question|written)-[0-9a-f]{12}\Z")
_TAG = re.compile(r"(?:exercise|check|scratch|written):")
_HEADING = re.compile(r"\A\s*\*\*[^*`\n]{1,40} `(\w+)`\*\* · ")
"""Of a question or an exercise, in whatever language."""
YOUR_ANSWER = mark("Your answer:")
_KINDS = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}


@dataclass(frozen=True)
class AnswerPart:
    """A piece of an answer. `kind`: markdown, code, output (text) or picture."""

    kind: str
    text: str = ""
    pictures: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    """Name -> (type, content) of what the text attaches, or of the picture itself under ""."""


@dataclass(frozen=True)
class Answer:
    parts: tuple[AnswerPart, ...] = ()
    problem: str = ""
    """Why there is none to show, in words for staff."""

    @property
    def is_blank(self) -> bool:
        return not self.problem and not any(p.text.strip() or p.pictures for p in self.parts)

    @property
    def text(self) -> str:
        """As a table can carry it: without pictures."""
        return "\n\n".join(p.text.strip() for p in self.parts if p.text.strip())

    @property
    def digest(self) -> str:
        content: list[object] = []
        for part in self.parts:
            content.append([part.kind, part.text])
            content += [hashlib.sha256(data).hexdigest() for _, data in part.pictures.values()]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def written_answers(main: bytes, what: str, ids: Collection[str]) -> dict[str, Answer]:
    """Question -> answer, out of the notebook `main`. An IntakeError says why it cannot be read."""
    notebook = parse_notebook(main, what, Limits())
    place = _place(_own_words(notebook))
    cells = [c for c in listed_cells(notebook, what) if isinstance(c, dict)]
    found: dict[str, Answer] = {}
    for question in ids:
        start = _start(cells, question)
        if start is None:
            found[question] = Answer(problem="The notebook has no cell for this question any more.")
        else:
            found[question] = _collect(cells, start, place)
    return found


def _own_words(notebook: Any) -> str:
    """What the release wrote where an answer goes, if its language is none that gradmark comes with."""
    metadata = notebook.get("metadata") if isinstance(notebook, dict) else None
    ours = metadata.get("gradmark") if isinstance(metadata, dict) else None
    words = ours.get("answer") if isinstance(ours, dict) else None
    return words[:80] if isinstance(words, str) else ""


@lru_cache(maxsize=8)
def _place(own: str) -> re.Pattern[str]:
    """The words, with or without the marks around them: some tools and people take those away."""
    known = [words.strip().rstrip(":") for words in (own, *in_every_language(YOUR_ANSWER))]
    either = "|".join(re.escape(words) for words in known if words)
    return re.compile(rf"^\s*[*_]?(?:{either})\s?:?[*_]?:?\s*", re.I)


def _start(cells: list[dict[str, Any]], question: str) -> int | None:
    """The cell with the tag; where tools have dropped it, the one below the question's own text."""
    for i, cell in enumerate(cells):
        if f"written:{question}" in _tags(cell):
            return i
    for i, cell in enumerate(cells[:-1]):
        heading = _HEADING.search(cell_source(cell) or "")
        if heading and heading[1] == question:
            return i + 1
    return None


def _collect(cells: list[dict[str, Any]], start: int, place: re.Pattern[str]) -> Answer:
    """The cell, and those of the student's own up to the next that was handed out. `place` is what the cell began with."""
    parts: list[AnswerPart] = []
    text_left, pictures_left = MOST_TEXT, MOST_PICTURES
    for i in range(start, len(cells)):
        cell = cells[i]
        if i > start and _is_handed_out(cell):
            break
        source = cell_source(cell) or ""
        if i == start:
            source = place.sub("", source, count=1)
        is_code = cell.get("cell_type") == "code"
        source = source[:text_left]
        text_left -= len(source)
        pictures = {} if is_code else _attachments(cell, pictures_left)
        if source.strip() or pictures:
            parts.append(AnswerPart("code" if is_code else "markdown", source, pictures))
        pictures_left -= len(pictures)
        for part in _outputs(cell) if is_code else ():
            if part.kind == "picture" and pictures_left > 0:
                pictures_left -= 1
                parts.append(part)
            elif part.kind == "output" and text_left > 0:
                parts.append(AnswerPart("output", part.text[:text_left]))
                text_left -= len(part.text)
    return Answer(tuple(parts))


def _tags(cell: dict[str, Any]) -> list[str]:
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return [t for t in tags if isinstance(t, str)] if isinstance(tags, list) else []


def _is_handed_out(cell: dict[str, Any]) -> bool:
    name = cell.get("id")
    if isinstance(name, str) and _ROLES.match(name):
        return True
    return any(map(_TAG.match, _tags(cell))) or bool(_HEADING.search(cell_source(cell) or ""))


def _attachments(cell: dict[str, Any], most: int) -> dict[str, tuple[str, bytes]]:
    found: dict[str, tuple[str, bytes]] = {}
    attached = cell.get("attachments")
    for name, bundle in attached.items() if isinstance(attached, dict) else ():
        picture = _picture(bundle)
        if picture and len(found) < most:
            found[str(name)] = picture
    return found


def _outputs(cell: dict[str, Any]) -> list[AnswerPart]:
    outputs = cell.get("outputs")
    parts: list[AnswerPart] = []
    for output in outputs if isinstance(outputs, list) else ():
        if not isinstance(output, dict):
            continue
        picture = _picture(output.get("data"))
        if picture:
            parts.append(AnswerPart("picture", pictures={"": picture}))
            continue
        data = output.get("data")
        text = output.get("text", data.get("text/plain") if isinstance(data, dict) else None)
        if isinstance(text, list):
            text = "".join(t for t in text if isinstance(t, str))
        if isinstance(text, str) and text.strip():
            parts.append(AnswerPart("output", text[:4000]))
    return parts


def _picture(bundle: Any) -> tuple[str, bytes] | None:
    """A picture of dots, by its first bytes: what a file says about itself is not believed, and a drawing is none."""
    for kind in ("image/png", "image/jpeg", "image/gif", "image/webp"):
        text = bundle.get(kind) if isinstance(bundle, dict) else None
        if isinstance(text, list):
            text = "".join(t for t in text if isinstance(t, str))
        if isinstance(text, str) and len(text) < MOST_PICTURE_BYTES * 3 // 2:
            return decoded_picture(text)
    return None


def decoded_picture(text: str) -> tuple[str, bytes] | None:
    """Base64 -> (type, content), if it is PNG, JPEG, GIF or WebP."""
    try:
        data = base64.b64decode(text, validate=False)
    except (binascii.Error, ValueError):
        return None
    if len(data) > MOST_PICTURE_BYTES:
        return None
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp", data
    return next(((kind, data) for head, kind in _KINDS.items() if data.startswith(head)), None)


__all__ = ["Answer", "AnswerPart", "IntakeError", "decoded_picture", "written_answers"]
