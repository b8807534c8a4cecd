"""Where a hand-in was found, as the run store keeps it, and whether two hand-ins are those of one student.

A name belongs to the place where it was found first. What lies elsewhere and is called the same may be somebody else's: a
zip that only looks like a platform's download can name any student of the class.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.errors import UserError
from autograder.intake.limits import Limits
from autograder.intake.naming import Author, author_of
from autograder.intake.submission import Submission, read_submission


@dataclass(frozen=True)
class Found:
    name: str
    """The student; safe as a folder's name, and unique in one run."""
    path: Path
    member: str | None = None
    """Inside a bulk zip: a file, or a folder with a slash at its end."""
    beside: tuple[tuple[str, Path], ...] = ()
    """Further .py files of the same student: (name when imported, path)."""

    def read(self, limits: Limits | None = None, prefer: str | None = None) -> Submission:
        return read_submission(self.path, limits, prefer, self.member, dict(self.beside))

    @property
    def place(self) -> tuple[str, str | None]:
        return str(self.path.resolve()), self.member

    @property
    def container(self) -> str:
        """What holds it: the bulk download, or the folder of the class."""
        return str(self.path.resolve() if self.member else self.path.resolve().parent)

    @property
    def author(self) -> Author:
        return author_of(PurePosixPath(self.member.rstrip("/")).name if self.member else self.path.name)

    def __str__(self) -> str:
        return f"{self.path}: {self.member}" if self.member else str(self.path)


def found_to_json(found: Found) -> str:
    beside = [[name, str(path.resolve())] for name, path in found.beside]
    return json.dumps({"path": str(found.path.resolve()), "member": found.member, "beside": beside})


def found_from_json(name: str, text: str) -> Found:
    data = json.loads(text)
    return Found(name, Path(data["path"]), data["member"], tuple((n, Path(p)) for n, p in data["beside"]))


def of_one_student(earlier: Found, later: Found) -> bool:
    """The same place, or another file that the same folder or download has under the same student's name and number."""
    if earlier.place == later.place:
        return True
    first, second = earlier.author, later.author
    same = (first.student, first.id) == (second.student, second.id)
    return same and earlier.container == later.container


def names_to_keep(found: Collection[Found], graded: Mapping[str, Found]) -> tuple[dict[Found, str], set[str]]:
    """What was graded before keeps its name; and the names that nothing else of the same folder may take."""
    known = {each.place: name for name, each in graded.items()}
    kept = {each: known[each.place] for each in found if each.place in known}
    containers = {each.container for each in found}
    others = {name for name, each in graded.items() if each.container in containers}
    for each in found:
        if each not in kept and each.name in others and of_one_student(graded[each.name], each):
            others.discard(each.name)  # handed in again under another file's name
    return kept, others | set(kept.values())


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
            f"{len(clashes)} hand-ins are called like others that this run holds: {', '.join(clashes[:5])}{more}. Nothing was "
            "graded. If these are later attempts of the same students, add --replace; if not, choose another --out"
        )
