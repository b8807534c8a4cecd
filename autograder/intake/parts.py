"""The files and folders of one hand-in, wherever they lie, as one tree by the names that the student gave them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from autograder.intake.limits import IntakeError, Limits
from autograder.intake.listing import bulk_limits
from autograder.intake.naming import author_of
from autograder.intake.trees import Tree, folder_tree, read_file, zip_tree

HEAD = 512
"""Bytes that are looked at to see what a file is."""
Parts = Sequence[tuple[str, Path, str | None]]
"""(name as the student had it, path, member of a zip) of each file or folder."""


def last_part(path: Path, member: str | None) -> str:
    return PurePosixPath(member).name if member else Path(path).name


def head_of(path: Path) -> bytes | None:
    """The first bytes of a file; none where it cannot be read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(HEAD)
    except OSError:
        return None


def bulk_tree(path: Path, limits: Limits, member: str) -> Tree:
    bulk = zip_tree(path, path.name, bulk_limits(limits))
    if not member.endswith("/") and member not in bulk.names:
        raise IntakeError(f"{path.name} has no {member}")
    return bulk


def tree_of(parts: Parts, limits: Limits) -> Tree:
    """All files of a hand-in as one tree, by the names that the student gave them."""
    files: dict[str, tuple[Tree, str]] = {}
    notes: list[str] = []
    numbers: dict[str, int] = {}
    bulks: dict[Path, Tree] = {}
    for name, path, member in parts:
        if member is not None:
            bulk = bulks.get(path) or bulk_tree(path, limits, member)
            bulks[path] = bulk
            inside = [n for n in bulk.names if n.startswith(member)] if member.endswith("/") else [member]
            own = {n.removeprefix(member) if member.endswith("/") else name: (bulk, n) for n in inside}
        elif path.is_dir():
            tree = folder_tree(path, limits)
            notes += tree.notes
            own = {n: (tree, n) for n in tree.names}
        else:
            alone = Tree([name], lambda _, most, path=path: read_file(path, most))  # type: ignore[misc]
            own = {name: (alone, name)}
        for relative, source in own.items():
            prefix = ""
            while prefix + relative in files:
                prefix += f"{name.rstrip('/')}/"
            files[prefix + relative] = source
            number = author_of(last_part(path, member)).number
            numbers |= {prefix + relative: int(number)} if number else {}
    if len(files) > limits.max_files:
        raise IntakeError(f"{parts[0][0]} has more than {limits.max_files} files: hand in only your own")
    read = lambda name, most: files[name][0].read(files[name][1], most)
    return Tree(sorted(files), read, notes, numbers=numbers)


def raw_content_digest(path: Path, member: str | None) -> str:
    """Of the bytes of a file or folder, as far as they are read at all."""
    digest = hashlib.sha256()
    limits = Limits()
    try:
        tree = tree_of([("file", path, member)], limits)
        left = limits.max_bytes
        for name in tree.names:
            data = tree.read(name, left)
            left -= len(data)
            digest.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    except IntakeError as error:
        digest.update(str(error).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
