"""Who handed a file in, from the names that learning platforms give to bulk downloads."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

# smithjane_12345_67890_homework.ipynb, smithjane_LATE_12345_67890_homework-1.ipynb
_CANVAS = re.compile(r"(?P<student>[^_/]+)(?:_LATE)?_(?P<id>\d+)_(?P<submission>\d+)_(?P<file>.+)\Z", re.I)
# Jane Smith_12345_assignsubmission_file_ (a folder), or the same before a file name
_MOODLE = re.compile(
    r"(?P<student>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?(?P<file>.*)\Z", re.I
)
_GRADESCOPE = re.compile(r"submission_(?P<id>\d+)\Z")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.I)
_LONGEST = 60


@dataclass(frozen=True)
class Author:
    student: str
    id: str = ""
    """The platform's number for the student or the submission."""
    file: str = ""
    """The file's name as the student had it."""
    platform: str = ""


def author_of(name: str) -> Author:
    """From the name of a file or folder (last part of its path)."""
    for platform, pattern in (("moodle", _MOODLE), ("canvas", _CANVAS)):
        found = pattern.match(name)
        if found:
            kind = (
                "moodle-text" if platform == "moodle" and found["kind"].lower() == "onlinetext" else platform
            )
            return Author(found["student"], found["id"], found["file"], kind)
    found = _GRADESCOPE.match(name)
    if found:
        return Author(name, found["id"], "", "gradescope")
    stem = re.sub(r"\.(ipynb|py|zip)\Z", "", name, flags=re.I)
    return Author(stem, file=name)


def gradescope_names(metadata: str) -> dict[str, str]:
    """Folder -> students, from submission_metadata.yml (only its few fixed keys are looked for)."""
    names: dict[str, list[str]] = {}
    folder = ""
    for line in metadata.splitlines():
        top = re.match(r"(['\"]?)(submission_\d+)\1:\s*\Z", line)
        if top:
            folder = top[2]
        student = re.match(r"\s+(?:-\s*)?:?name:\s*(['\"]?)(.+?)\1\s*\Z", line)
        if folder and student:
            names.setdefault(folder, []).append(student[2])
    return {folder: "+".join(students) for folder, students in names.items()}


def safe_name(name: str) -> str:
    """Usable as a folder's name on any system: letters of any script, digits, and - _ . + inside."""
    text = unicodedata.normalize("NFC", name)
    text = "".join(c if c.isalnum() or c in "-_.+@" else "_" for c in text)
    text = re.sub(r"_{2,}", "_", text).strip("._- ")[:_LONGEST].rstrip("._- ")
    while len(text.encode("utf-8", "replace")) > 200:
        text = text[:-1]
    if not text:
        return "submission"
    return f"_{text}" if _RESERVED.match(text) else text


RESERVED = ("run.db", "grades.csv", "final_grades.csv", "index.html", "gradebook", "similar", ".")
"""How the run's own files in the output folder begin: no submission's folder may be called so."""


def slug(student: str) -> str:
    """A student's name as the name of a folder beside the run's own files."""
    name = safe_name(student)
    return f"{name}_" if name.casefold().startswith(RESERVED) else name


def own_name(student: str) -> str:
    """A name for each student id, whoever else is in the class: as it is, or made safe and told apart by a digest."""
    name = slug(student)
    return name if name == student else f"{name}-{hashlib.sha256(writable(student)).hexdigest()[:8]}"


def writable(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def unique_names(wanted: list[tuple[str, str]], taken: Collection[str] = ()) -> list[str]:
    """Safe names for (student, id) pairs, none twice and none of `taken`, also where upper and lower case are one."""
    slugs = [slug(student) for student, _ in wanted]
    away = {name.casefold() for name in taken}
    counts = Counter(s.casefold() for s in slugs)
    clashes = {name for name, count in counts.items() if count > 1 or name in away}
    used = away | set(counts) - clashes
    out: list[str] = []
    for wish, (_, number) in zip(slugs, wanted):
        name = wish
        if wish.casefold() in clashes:
            base = f"{wish}-{safe_name(number)}" if number else wish
            name, again = base, 2
            while name.casefold() in used:
                name, again = f"{base}-{again}", again + 1
            used.add(name.casefold())
        out.append(name)
    return out
