"""What lies in a class's folder or in a download, by relative names: the same for both, so that both give the same rows.

What nobody handed in (`__MACOSX`, checkpoints, virtual environments, links) is left out, with its reason. A folder of
that kind counts once.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from autograder.errors import UserError
from autograder.intake.limits import Limits
from autograder.intake.naming import author_of
from autograder.intake.trees import Tree, is_environment, read_file, why_junk

LINKS = "links"
GRADABLE = (".ipynb", ".py", ".zip")
_MOST_ENTRIES = 500_000
"""Beyond so many, folders are known by their names alone. The outermost come first: those are the students'."""


@dataclass
class Listing:
    root: Path
    """The folder, or the zip."""
    zipped: bool
    names: list[str]
    folders: set[str]
    """Also those in which nothing lies."""
    read: Callable[[str, int], bytes]
    ignored: dict[str, str] = field(default_factory=dict)
    """Name -> why it is nobody's hand-in."""

    def place(self, name: str) -> tuple[Path, str | None]:
        """Where a file or (with a slash at its end) a folder is, as `Found` says it."""
        if self.zipped:
            return self.root, name
        return self.root / name.rstrip("/"), None

    def below(self, folder: str) -> tuple[list[str], list[str]]:
        """(files, folders) directly in "" or "a/b/", by their last parts."""
        files, folders = self._index.get(folder, (set(), set()))
        return sorted(files), sorted(folders)

    @cached_property
    def with_work(self) -> set[str]:
        """The folders ("a/b/") in which, however deep, something lies that may be graded."""
        found: set[str] = set()
        for name in self.names:
            if name.lower().endswith(GRADABLE):
                folder = name.rpartition("/")[0]
                while folder and f"{folder}/" not in found:
                    found.add(f"{folder}/")
                    folder = folder.rpartition("/")[0]
        return found

    @cached_property
    def _index(self) -> dict[str, tuple[set[str], set[str]]]:
        found: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
        for name in self.names:
            folder, _, last = name.rpartition("/")
            found[folder + "/" if folder else ""][0].add(last)
        parents = {n.rpartition("/")[0] + "/" for n in self.names if "/" in n}
        for each in self.folders | parents:
            parts = each.rstrip("/").split("/")
            for depth, part in enumerate(parts):
                found["".join(f"{p}/" for p in parts[:depth])][1].add(part)
        return dict(found)


def list_folder(root: Path, most: int = _MOST_ENTRIES) -> Listing:
    found = Listing(root, False, [], set(), lambda name, most: read_file(root / name, most))
    waiting = deque([""])
    while waiting:  # level by level, so that one student's thousands of files hide nobody
        folder = waiting.popleft()
        try:
            inside = sorted(os.scandir(root / folder), key=lambda e: e.name) if most > 0 else []
        except OSError as error:
            if not folder:
                raise UserError(f"{root} cannot be read: {error.strerror or error}") from None
            inside = []  # reading it says why
        if folder:
            why = _why_nobodys(folder, inside)
            if why:
                found.ignored[folder] = why
                continue
            found.folders.add(folder + "/")
        most -= len(inside)
        for entry in inside:
            name = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_symlink():
                # Unpacking a student's zip can plant links: to a neighbour's work, out of the folder, or to themselves.
                found.ignored[name] = LINKS
            elif why := why_junk(entry.name):
                found.ignored[name] = why
            elif entry.is_dir(follow_symlinks=False):
                waiting.append(name)
            elif entry.is_file(follow_symlinks=False):
                found.names.append(name)
            else:
                found.ignored[name] = "no ordinary files"
    return found


def _why_nobodys(folder: str, inside: list[os.DirEntry[str]]) -> str:
    """Why a folder is nobody's hand-in, from what lies in it. One that a platform has named is somebody's."""
    if author_of(folder.rpartition("/")[2]).platform:
        return ""
    if is_environment([e.name for e in inside if e.is_file(follow_symlinks=False)]):
        return "virtual environments"
    return "what gradmark wrote" if {"run.db", "grades.csv", "index.html"} <= {e.name for e in inside} else ""


def list_zip(path: Path, tree: Tree) -> Listing:
    found = Listing(path, True, [], set(), tree.read)
    for name in tree.names:
        junk = _junk_part(name)
        if junk:
            found.ignored[junk] = why_junk(junk)
        else:
            found.names.append(name)
        parts = (junk or name).split("/")[:-1]
        found.folders |= {"/".join(parts[: i + 1]) + "/" for i in range(len(parts))}
    found.folders |= {f + "/" for f in tree.folders if not why_junk(f)}
    nobodys = [f for f in tree.environments if not author_of(f.rstrip("/").rpartition("/")[2]).platform]
    found.ignored |= dict.fromkeys((f.rstrip("/") for f in nobodys), "virtual environments")
    found.folders = {f for f in found.folders if not f.startswith(tuple(nobodys))} | set(tree.environments) - set(nobodys)
    for note in tree.notes:
        if note.endswith("it is a link"):
            found.ignored[note.partition(" ignored")[0]] = LINKS
    return found


def _junk_part(name: str) -> str:
    """The outermost junk on the way to a file: "a/__MACOSX" of a/__MACOSX/b/c."""
    parts = name.split("/")
    for i, part in enumerate(parts):
        if why_junk(part):
            return "/".join(parts[: i + 1])
    return ""


def bulk_limits(limits: Limits) -> Limits:
    """For the zip of a whole class."""
    return Limits(max_files=50 * limits.max_files, max_bytes=limits.max_bytes)
