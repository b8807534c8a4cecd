"""From what lies in a class's folder or download to hand-ins: the files of one student are one, whatever they are.

Whatever lies there is somebody's until shown otherwise. Only a platform's own lists (Gradescope's metadata, a grading
worksheet, a roster) are nobody's.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path, PurePosixPath

from autograder.intake.gradescope_metadata import Listed, listed_submissions
from autograder.intake.limits import IntakeError
from autograder.intake.listing import Listing
from autograder.intake.moodle_columns import in_english
from autograder.intake.naming import Author, author_of, blackboard_login

METADATA = "submission_metadata.yml"
A_TABLE = "a table of the class"
_MOST_METADATA = 64 * 2**20
_ORDER = (".ipynb", "/", ".zip", ".py")
_TABLES = (
    {"identifier", "last modified (submission)"},
    {"identifier", "github_username"},
    {"student", "sis login id", "section"},
    {"first name", "last name", "sid"},
    {"first name", "email address"},
)
"""Columns of a roster or a grading worksheet: Moodle's, GitHub Classroom's, Canvas's, Gradescope's."""


@dataclass(frozen=True)
class PartOfHandIn:
    """A file or folder of a hand-in."""

    name: str
    """As the student had it; a folder has a slash at its end."""
    path: Path
    member: str | None = None
    """Inside a zip; a folder has a slash at its end."""


@dataclass(frozen=True)
class Entry:
    """A hand-in that was found: whose, and what belongs to it."""

    author: Author
    parts: tuple[PartOfHandIn, ...]


@dataclass(frozen=True)
class Top:
    """A folder whose entries are hand-ins."""

    folder: str
    """"" or "a/b/"."""
    files_only: bool = False
    """Its folders are opened, and count for themselves."""
    unpacked: tuple[str, ...] = ()
    """Downloads that lie unpacked beside themselves."""


@dataclass
class Grouped:
    entries: list[Entry]
    ignored: dict[str, str]
    tables: list[tuple[Path, str | None]]
    """Worksheets and rosters that lie beside the hand-ins."""


def group(listing: Listing, where: Top) -> Grouped:
    """The hand-ins directly in a folder."""
    top = where.folder
    files, folders = listing.below(top)
    files = [f for f in files if f not in where.unpacked]
    folders = [] if where.files_only else folders
    ignored = {top + name: "downloads that lie unpacked beside themselves" for name in where.unpacked}
    tables: list[tuple[Path, str | None]] = []
    listed: dict[str, Listed] = {}
    own = []
    for file in files:
        if file == METADATA:
            ignored[top + file] = "Gradescope's list"
            listed = _metadata(listing, top + file)
        elif file == "index.html" and any(author_of(f).platform == "brightspace" for f in [*files, *folders]):
            ignored[top + file] = "Brightspace's list"
        elif is_table(listing, top + file):
            ignored[top + file] = A_TABLE
            tables.append(listing.place(top + file))
        else:
            own.append(file)
    authors = authors_of([*own, *(f + "/" for f in folders)], listed)
    parts = {name: PartOfHandIn(author.file or name, *listing.place(top + name)) for name, author in authors.items()}
    entries = by_owner((author, parts[name]) for name, author in authors.items())
    for name, about in listed.items():  # listed by the platform, and not in the download
        if name not in authors and name + "/" not in authors:
            missing = PartOfHandIn(name, *listing.place(f"{top}{name}/"))
            entries.append(Entry(_listed_author(name, about), (missing,)))
    return Grouped(entries, ignored, tables)


def _metadata(listing: Listing, name: str) -> dict[str, Listed]:
    try:
        return listed_submissions(listing.read(name, _MOST_METADATA))
    except IntakeError:
        return {}


def is_table(listing: Listing, name: str) -> bool:
    """A roster or a grading worksheet, by its columns."""
    if not name.lower().endswith(".csv"):
        return False
    try:
        head = listing.read(name, 50 * 2**20)[:4000]
    except IntakeError:
        return False
    text = head.decode("utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")
    first = next((line for line in text.splitlines() if line.strip()), "")
    columns = {name.lower() for name in in_english(cell.strip().strip('"') for cell in re.split(r"[,;\t]", first)).values()}
    return any(known <= columns for known in _TABLES)


def authors_of(names: Collection[str], listed: dict[str, Listed] | None = None) -> dict[str, Author]:
    """Whose each file or folder ("a/") is. Canvas's numbers are believed only where they can be Canvas's."""
    listed = listed or {}
    authors = {name: author_of(name.rstrip("/")) for name in names}
    logins = _blackboard_logins(names)
    numbers: dict[str, list[str]] = defaultdict(list)
    for name, author in authors.items():
        if author.platform == "canvas":
            numbers[author.number].append(name)
    for name, author in authors.items():
        bare = name.rstrip("/")
        if bare in listed:
            authors[name] = _listed_author(bare, listed[bare])
        elif name.endswith("/") and not author.platform:
            authors[name] = Author(unicodedata.normalize("NFC", bare), file=name)
        elif author.platform == "canvas" and len(numbers[author.number]) > 1:
            # Canvas gives a number to one file only: hw_4_2_jane and hw_4_2_bob are two people's own names.
            authors[name] = Author(unicodedata.normalize("NFC", PurePosixPath(bare).stem), file=name)
        elif author.home == "blackboard":
            authors[name] = replace(author, student=logins[name])
    return authors


def _blackboard_logins(names: Iterable[str]) -> dict[str, str]:
    """The assignment and a login may both have underscores; what all names begin with is the assignment."""
    before = {name: blackboard_login(name.rstrip("/")).split("_") for name in names}
    before = {name: words for name, words in before.items() if words != [""]}
    different = {tuple(words) for words in before.values()}
    shared = sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*(words[:-1] for words in different))))
    return {name: "_".join(words[shared:] if len(different) > 1 else words[-1:]) for name, words in before.items()}


def _listed_author(name: str, about: Listed) -> Author:
    found = author_of(name)
    return replace(
        found,
        student=about.student or found.student,
        platform="gradescope",
        people=about.people,
        handed_in=about.handed_in,
        id=found.id or name,
        file="",
    )


def by_owner(found: Iterable[tuple[Author, PartOfHandIn]]) -> list[Entry]:
    """One entry for each student: by the platform's number, or by a name that differs in its ending only."""
    owners: dict[tuple[str, str, str], list[tuple[Author, PartOfHandIn]]] = defaultdict(list)
    for author, part in found:
        owners[author.home, author.student, author.id].append((author, part))
    entries = []
    for own in owners.values():
        own.sort(key=lambda each: (_rank(each[1]), each[1].name, str(each[1].path), each[1].member or ""))
        author = own[0][0]
        if any(a.late for a, _ in own):
            author = replace(author, late=True)
        if author.clock:
            author = replace(author, clock=max((int(a.number), a.clock) for a, _ in own)[1])
        entries.append(Entry(author, tuple(part for _, part in own)))
    return entries


def _rank(part: PartOfHandIn) -> int:
    name = (part.member or part.name).lower()
    return next((i for i, ending in enumerate(_ORDER) if name.endswith(ending)), len(_ORDER))
