"""Files of a folder or zip by their relative names. A zip is read in memory; nothing is ever extracted."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from autograder.intake.limits import IntakeError, Limits, megabytes

_JUNK_FOLDERS = {
    "__MACOSX": "__MACOSX",
    ".ipynb_checkpoints": "checkpoints",
    "__pycache__": "compiled Python",
    "venv": "virtual environments",
    ".venv": "virtual environments",
    "site-packages": "virtual environments",
    "node_modules": "node_modules",
    ".git": "git",
}
_JUNK_FILES = {
    "Thumbs.db": "left by the system",
    "desktop.ini": "left by the system",
    ".DS_Store": "left by the system",
}
_ENVIRONMENT = "pyvenv.cfg"
_ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    IndexError,
    OverflowError,
)


OUTSIDE = "its path leads outside the zip"


@dataclass
class Tree:
    """Relative names ("a/b.py") of regular files, and a way to read one."""

    names: list[str]
    read: Callable[[str, int], bytes]
    """(name, at most so many bytes) -> content; IntakeError beyond."""
    notes: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    """Folders, as far as they are listed by themselves."""
    environments: list[str] = field(default_factory=list)
    """Virtual environments that were left out."""
    numbers: dict[str, int] = field(default_factory=dict)
    """A platform's number of a file, which grows with time."""


def is_junk(name: str) -> bool:
    """Hidden files and what operating systems and tools leave behind."""
    return bool(why_junk(name))


def why_junk(name: str) -> str:
    """What a file or folder is that nobody handed in; empty where it may be a hand-in."""
    return next((why for part in name.split("/") if (why := _why_junk(part))), "")


def _why_junk(part: str) -> str:
    if part.startswith("._"):
        return "__MACOSX"
    known = _JUNK_FOLDERS.get(part) or _JUNK_FILES.get(part)
    return known or ("hidden files" if part.startswith(".") else "")


def is_environment(files: Collection[str]) -> bool:
    """Whether a folder with these files directly in it is a virtual environment, whatever it is called."""
    return _ENVIRONMENT in files and not set(files) - {_ENVIRONMENT, ".gitignore", "CACHEDIR.TAG", ".lock"}


def environments(names: Collection[str]) -> list[str]:
    """The virtual environments among a zip's files: "jane/env/"."""
    found = {n[: -len(_ENVIRONMENT)] for n in names if n.endswith("/" + _ENVIRONMENT)}
    direct = {f: [n[len(f) :] for n in names if n.startswith(f) and "/" not in n[len(f) :]] for f in found}
    return sorted(f for f in found if is_environment(direct[f]))


def folder_tree(folder: Path, limits: Limits) -> Tree:
    names: list[str] = []
    notes: list[str] = []
    waiting = [""]
    entries = 0
    while waiting:
        below = waiting.pop()
        try:
            listing = sorted(os.scandir(folder / below), key=lambda e: e.name)
        except OSError as error:
            raise IntakeError(f"{folder.name} cannot be read: {error.strerror or error}") from None
        if below and is_environment([e.name for e in listing if e.is_file(follow_symlinks=False)]):
            continue
        for entry in listing:
            entries += 1
            if entries > limits.max_files:
                raise IntakeError(f"{folder.name} has more than {limits.max_files} files: hand in only your own")
            name = f"{below}/{entry.name}" if below else entry.name
            if entry.is_symlink():
                notes.append(f"{name} ignored: it is a link")
            elif entry.is_dir(follow_symlinks=False):
                if not is_junk(name):
                    waiting.append(name)
            elif entry.is_file(follow_symlinks=False):
                names.append(name)
    return Tree(sorted(names), lambda name, most: read_file(folder / name, most), notes)


def read_file(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise IntakeError(f"{path.name} is not an ordinary file")
            data = file.read(most + 1)
    except OSError as error:
        raise IntakeError(f"{path.name} cannot be read: {error.strerror or error}") from None
    if len(data) > most:
        raise IntakeError(f"{path.name} is larger than {megabytes(most)}: clear its outputs and hand it in again")
    return data


def zip_tree(source: Path | bytes, what: str, limits: Limits) -> Tree:
    """The names in a zip. Names that lead out of it, links and what is not a file are left out."""
    notes: list[str] = []
    folders: list[str] = []
    infos: dict[str, zipfile.ZipInfo] = {}
    try:
        _check_directory(source, what, limits)
        # Open once: its table of contents is parsed at each opening. It is closed with the tree.
        archive = zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source)
        listing = archive.infolist()
    except _ZIP_ERRORS as error:
        raise IntakeError(f"{what} is not a readable zip file ({str(error)[:80]})") from None
    if len(listing) > limits.max_files:
        raise IntakeError(f"{what} has {len(listing)} files; at most {limits.max_files} are read")
    for info in listing:
        name = name_in_zip(info)
        if info.filename.endswith("/"):  # is_dir() fails on an entry without a name
            folders += [name] if name else []
            continue
        if name is None:
            notes.append(f"{info.filename[:80]!r} ignored: {OUTSIDE}")
        elif stat.S_ISLNK(info.external_attr >> 16):
            notes.append(f"{name} ignored: it is a link")
        else:
            if name in infos:
                notes.append(f"{name} is in the zip twice: the last one is used")
            infos[name] = info
    foreign = environments(infos)
    names = sorted(n for n in infos if not n.startswith(tuple(foreign)))
    return Tree(names, lambda name, most: _read_member(archive, infos[name], what, most), notes, folders, foreign)


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, what: str, most: int) -> bytes:
    if info.flag_bits & 0x1:
        raise IntakeError(f"{what} is encrypted: hand it in without a password")
    # Others are rare, and LZMA lets a header ask for gigabytes.
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise IntakeError(f"{what} is compressed in an unusual way: make an ordinary zip file")
    parts: list[bytes] = []
    left = most
    try:
        with archive.open(info) as member:
            while left >= 0 and (part := member.read(min(2**20, left + 1))):
                parts.append(part)
                left -= len(part)
    except _ZIP_ERRORS as error:
        raise IntakeError(f"{what} is damaged: {info.filename[:80]!r} cannot be read ({str(error)[:60]})") from None
    if left < 0:
        raise IntakeError(f"{what} is too large: more than {megabytes(most)} unpacked")
    return b"".join(parts)


def _check_directory(source: Path | bytes, what: str, limits: Limits) -> None:
    """Refuse a huge table of contents before it is parsed; its own count may lie, its size cannot."""
    file: IO[bytes]
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - 65557))
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        return  # zipfile has the better message
    count, directory = struct.unpack("<HI", tail[at + 10 : at + 16])
    if directory == 0xFFFFFFFF:  # zip64: the directory is no larger than the file
        directory = size
    if (count > limits.max_files and count != 0xFFFF) or directory > limits.max_files * 512:
        raise IntakeError(f"{what} has too many files; at most {limits.max_files} are read")


def name_in_zip(info: zipfile.ZipInfo) -> str | None:
    """The relative name of an entry; none where it leads out of the zip.

    The Finder of macOS writes names in UTF-8 and does not say so; Python then reads them in an old character set of DOS.
    """
    name = info.filename
    if not info.flag_bits & 0x800:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return _safe_name(name)


def _safe_name(name: str) -> str | None:
    parts = name.replace("\\", "/").split("/")
    if parts[0] == "" or ".." in parts or ":" in parts[0] or "\0" in name:
        return None
    return "/".join(p for p in parts if p not in ("", ".")) or None
