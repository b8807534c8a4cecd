"""A release folder taken apart: every file, every cell, every member of every archive."""

from __future__ import annotations

import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

MAX_DEPTH = 6
FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Blob:
    """The bytes of one file or archive member."""

    file: str
    content: bytes


@dataclass(frozen=True)
class ReleasedText:
    """A text, and where it stands."""

    file: str
    text: str
    language: Literal["python", "prose"]
    first_line: int = 1
    place: str = ""

    def programs(self) -> Iterator[tuple[int, str]]:
        """(first line, text) of what may be Python: the whole, or the blocks of code in prose."""
        if self.language == "python":
            yield self.first_line, self.text
            return
        for match in FENCED.finditer(self.text):
            yield self.first_line + self.text[: match.start(1)].count("\n"), _dedent(match.group(1))
        for line, block in _indented(self.text):
            yield self.first_line + line, block


def blobs_in(folder: Path) -> Iterator[Blob]:
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        yield from _unpack(path.relative_to(folder).as_posix(), path.read_bytes(), 0)


def _unpack(name: str, content: bytes, depth: int) -> Iterator[Blob]:
    yield Blob(name, content)
    if depth >= MAX_DEPTH:
        return
    stream = io.BytesIO(content)
    if zipfile.is_zipfile(stream):
        with zipfile.ZipFile(stream) as archive:
            yield Blob(f"{name} (comment)", archive.comment)
            for entry in archive.infolist():
                if not entry.is_dir():
                    with suppress(RuntimeError, zipfile.BadZipFile):  # encrypted or damaged: nobody can read it
                        yield from _unpack(f"{name}!{entry.filename}", archive.read(entry), depth + 1)
    elif content[:2] == b"\x1f\x8b" or content[257:262] == b"ustar" or content[:3] in (b"BZh", b"\xfd7z"):
        try:
            with tarfile.open(fileobj=io.BytesIO(content)) as archive_:
                for member in archive_.getmembers():
                    file = archive_.extractfile(member)
                    if file is not None:
                        yield from _unpack(f"{name}!{member.name}", file.read(), depth + 1)
        except tarfile.TarError:
            yield from _gunzip(name, content, depth)


def _gunzip(name: str, content: bytes, depth: int) -> Iterator[Blob]:
    import gzip

    try:
        inner = gzip.decompress(content)
    except (OSError, EOFError):
        return
    yield from _unpack(f"{name}!content", inner, depth + 1)


def pieces_of(blob: Blob) -> Iterator[ReleasedText]:
    try:
        text = blob.content.decode("utf-8")
    except UnicodeDecodeError:
        return
    if "\0" in text:
        return
    suffix = Path(blob.file).suffix
    if suffix == ".ipynb" and (cells := _notebook(text)) is not None:
        for place, kind, source in cells:
            yield ReleasedText(blob.file, source, "python" if kind == "code" else "prose", place=place)
    elif suffix == ".json" and (strings := _json_strings(text)) is not None:
        yield ReleasedText(blob.file, text, "prose")
        yield from (ReleasedText(blob.file, string, "python", place="a string") for string in strings if "\n" in string)
    else:
        yield ReleasedText(blob.file, text, "python" if suffix in {".py", ".pyi"} else "prose")


def _notebook(text: str) -> list[tuple[str, str, str]] | None:
    """(place, kind, text) of the cells, their outputs and the metadata."""
    try:
        notebook = json.loads(text)
        cells = list(notebook["cells"])
        found = [("metadata", "prose", json.dumps(notebook.get("metadata", {})))]
        for number, cell in enumerate(cells, start=1):
            place = f"cell {number}"
            found.append((place, cell["cell_type"], _joined(cell["source"])))
            found.append((f"{place}, metadata", "prose", json.dumps(cell.get("metadata", {}))))
            found += [(f"{place}, output", "prose", s) for s in _strings(cell.get("outputs", []))]
            found += [(f"{place}, attachment", "prose", s) for s in _strings(cell.get("attachments", {}))]
        return found
    except (ValueError, KeyError, TypeError):
        return None


def _joined(source: Any) -> str:
    return source if isinstance(source, str) else "".join(source)


def _json_strings(text: str) -> list[str] | None:
    try:
        return list(_strings(json.loads(text)))
    except ValueError:
        return None


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        if value and all(isinstance(v, str) for v in value):
            yield "".join(value)
        else:
            for v in value:
                yield from _strings(v)
    elif isinstance(value, dict):
        for v in value.values():
            yield from _strings(v)


def _dedent(text: str) -> str:
    import textwrap

    return textwrap.dedent(text)


def _indented(text: str) -> Iterator[tuple[int, str]]:
    """Markdown's other kind of code: lines indented by four."""
    lines = text.splitlines()
    start = None
    for number, line in enumerate([*lines, "end"]):
        inside = line.startswith(("    ", "\t")) or (start is not None and not line.strip())
        if inside and start is None:
            start = number
        elif not inside and start is not None:
            yield start, _dedent("\n".join(lines[start:number]))
            start = None
