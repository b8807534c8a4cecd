"""Where a hand-in was found, as the run store keeps it, and whether two hand-ins are those of one student.

A name belongs to the place where it was found first. What lies elsewhere and is called the same may be somebody else's: a
zip that only looks like a platform's download can name any student of the class.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from autograder.errors import UserError
from autograder.intake.limits import Limits
from autograder.intake.naming import Author, author_of
from autograder.intake.parts import raw_content_digest
from autograder.intake.submission import Submission, read_submission


@dataclass(frozen=True)
class Found:
    name: str
    """The student; safe as a folder's name, and unique in one run."""
    path: Path
    member: str | None = None
    """Inside a bulk zip: a file, or a folder with a slash at its end."""
    beside: tuple[tuple[str, Path, str | None], ...] = ()
    """Further files and folders of the same student: (name as the student had it, path, member)."""
    owner: Author | None = None
    """Whose it is, where that was found out from more than its own name."""
    called: str = ""
    """What the student called the file, where the platform changed that."""

    def read(self, limits: Limits | None = None, prefer: str | None = None, asked: Collection[str] = ()) -> Submission:
        """`prefer`: the assignment's name; `asked`: what it asks for, to tell which of several files answers it."""
        return read_submission(self.path, limits, prefer, self.member, self.beside, asked, self.called, self.author.platform)

    def raw_digest(self) -> str:
        """Of its bytes, for what cannot be read as code; of its own only, whatever else lies in the same download."""
        digest = hashlib.sha256()
        for name, path, member in ((self.called, self.path, self.member), *self.beside):
            digest.update(f"{name}\0{raw_content_digest(path, member)}\0".encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    @property
    def place(self) -> tuple[str, str | None]:
        return str(self.path.resolve()), self.member

    @property
    def container(self) -> str:
        """What holds it: the bulk download, or the folder of the class."""
        return str(self.path.resolve() if self.member else self.path.resolve().parent)

    @property
    def author(self) -> Author:
        if self.owner is not None:
            return self.owner
        return author_of(PurePosixPath(self.member.rstrip("/")).name if self.member else self.path.name)

    def __str__(self) -> str:
        return f"{self.path}: {self.member}" if self.member else str(self.path)


def found_to_json(found: Found) -> str:
    beside = [[name, str(path.resolve()), member] for name, path, member in found.beside]
    data = {
        "path": str(found.path.resolve()),
        "member": found.member,
        "beside": beside,
        "called": found.called,
    }
    return json.dumps({**data, "owner": asdict(found.owner) if found.owner else None})


def found_from_json(name: str, text: str) -> Found:
    data = json.loads(text)
    beside = tuple((n, Path(p), member[0] if member else None) for n, p, *member in data["beside"])
    return Found(name, Path(data["path"]), data["member"], beside, _owner(data), data.get("called", ""))


def _owner(data: dict[str, Any]) -> Author | None:
    """As an earlier version wrote it there is none."""
    owner = data.get("owner")
    if not owner:
        return None
    return Author(**{**owner, "people": tuple((n, e, s) for n, e, s in owner["people"])})


def owner_of(name: str, source: str) -> Author:
    """Whose a hand-in is that a run holds, from what the run keeps of it (`found_to_json`)."""
    try:
        return found_from_json(name, source).author
    except (ValueError, KeyError, TypeError, AttributeError):
        return author_of(name)


def of_one_student(earlier: Found, later: Found) -> bool:
    """The same place, or another file that the same folder or download has under the same student's name and number."""
    if earlier.place == later.place:
        return True
    first, second = earlier.author, later.author
    same = (first.student, first.id) == (second.student, second.id)
    return same and earlier.container == later.container


def names_to_keep(found: Collection[Found], graded: Mapping[str, Found]) -> tuple[dict[Found, str], set[str]]:
    """What was graded before keeps its name, also if another file of it is first now; and the names that nothing else of the
    same folder may take."""
    known = {each.place: name for name, each in graded.items()}
    kept = {each: known[each.place] for each in found if each.place in known}
    owners: dict[tuple[str, str, str], list[str]] = {}
    for name, each in graded.items():
        owners.setdefault(_owner_key(each), []).append(name)
    for each in found:
        free = [n for n in owners.get(_owner_key(each), []) if n not in kept.values()]
        if each not in kept and free:
            kept[each] = free[0]
    containers = {each.container for each in found}
    others = {name for name, each in graded.items() if each.container in containers}
    return kept, others | set(kept.values())


def _owner_key(found: Found) -> tuple[str, str, str]:
    return found.container, found.author.student, found.author.id


def refuse_taken_names(found: Collection[tuple[Found, str]], known: Mapping[str, tuple[str, str]]) -> None:
    """A hand-in takes the place of an earlier one only if it lies where that one lay, or if staff say so.

    `found`: hand-ins with the digest of their content; `known`: name -> (source, digest) of what a run holds.
    """
    clashes = []
    for later, digest in found:
        source, before = known.get(later.name, ("", digest))
        if before == digest:
            continue
        earlier = found_from_json(later.name, source)
        if not of_one_student(earlier, later):
            clashes.append(f"{later.name} ({later}; graded was {earlier})")
    if clashes:
        more = f" and {len(clashes) - 5} more" if len(clashes) > 5 else ""
        raise UserError(
            f"{len(clashes)} hand-ins have the same names as others in this run: {', '.join(clashes[:5])}{more}. Nothing was "
            "graded. If these are later attempts of the same students, add --replace; if not, choose another --out"
        )
