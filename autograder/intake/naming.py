"""Who handed a file in, from the names that learning platforms give to bulk downloads."""

from __future__ import annotations

import re
import unicodedata
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


RESERVED = ("run.db", "grades.csv", "final_grades.csv", "index.html", "gradebook", ".")
"""Files of a run's own in the output folder: no submission's folder may be called like one."""


def unique_names(wanted: list[tuple[str, str]]) -> list[str]:
    """Safe names for (student, id) pairs, none twice, also where upper and lower case are one."""
    slugs = [safe_name(student) for student, _ in wanted]
    slugs = [f"{slug}_" if slug.casefold().startswith(RESERVED) else slug for slug in slugs]
    counts: dict[str, int] = {}
    for slug in slugs:
        counts[slug.casefold()] = counts.get(slug.casefold(), 0) + 1
    taken: set[str] = {slug.casefold() for slug in slugs if counts[slug.casefold()] == 1}
    out: list[str] = []
    for slug, (_, number) in zip(slugs, wanted):
        if counts[slug.casefold()] == 1:
            out.append(slug)
            continue
        base = f"{slug}-{safe_name(number)}" if number else slug
        name, again = base, 2
        while name.casefold() in taken:
            name, again = f"{base}-{again}", again + 1
        taken.add(name.casefold())
        out.append(name)
    return out
