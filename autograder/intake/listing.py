"""What lies in a class's folder or in a download, by relative names: the same for both, so that both give the same rows.

What nobody handed in (`__MACOSX`, checkpoints, virtual environments, links) is left out, with its reason. A folder of
that kind counts once.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from autograder.errors import UserError
from autograder.intake.limits import Limits
from autograder.intake.trees import Tree, is_environment, read_file, why_junk

_MOST_INSIDE = 2000
"""Entries of one sub-folder that are listed: enough to see what it is; reading it has a limit of its own."""


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


def list_folder(root: Path) -> Listing:
    found = Listing(root, False, [], set(), lambda name, most: read_file(root / name, most))
    try:
        top = sorted(os.scandir(root), key=lambda e: e.name)
    except OSError as error:
        raise UserError(f"{root} cannot be read: {error.strerror or error}") from None
    for entry in top:
        _enter(found, entry, entry.name, [_MOST_INSIDE])
    return found


def _enter(found: Listing, entry: os.DirEntry[str], name: str, left: list[int]) -> None:
    left[0] -= 1
    why = why_junk(entry.name)
    is_folder = entry.is_dir(follow_symlinks=False)
    if entry.is_symlink():
        # Unpacking a student's zip can plant links: to a neighbour's work, out of the folder, or to themselves.
        found.ignored[name] = "links"
    elif why:
        found.ignored[name] = why
    elif is_folder:
        try:
            inside = sorted(os.scandir(found.root / name), key=lambda e: e.name)
        except OSError:
            inside = []  # reading it says why
        if is_environment([e.name for e in inside if e.is_file(follow_symlinks=False)]):
            found.ignored[name] = "virtual environments"
            return
        if {"run.db", "grades.csv", "index.html"} <= {e.name for e in inside}:
            found.ignored[name] = "what gradmark wrote"
            return
        found.folders.add(name + "/")
        for each in inside:
            if left[0] > 0:
                _enter(found, each, f"{name}/{each.name}", left)
    elif entry.is_file(follow_symlinks=False):
        found.names.append(name)
    else:
        found.ignored[name] = "no ordinary files"


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
    found.ignored |= dict.fromkeys((f.rstrip("/") for f in tree.environments), "virtual environments")
    found.folders = {f for f in found.folders if not f.startswith(tuple(tree.environments))}
    for note in tree.notes:
        if note.endswith("it is a link"):
            found.ignored[note.partition(" ignored")[0]] = "links"
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
