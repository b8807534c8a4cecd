"""A hand-in as cells and sibling modules: notebook, .py file, zip, or folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from autograder.intake.choosing import candidates, choose
from autograder.intake.decode import decode_source
from autograder.intake.kinds import ACCEPTED, ITSELF, not_gradable, nothing_gradable, refuse_marimo
from autograder.intake.limits import IntakeError, Limits, megabytes
from autograder.intake.naming import author_of
from autograder.intake.notebook import Cell, read_notebook
from autograder.intake.parts import HEAD, Parts, bulk_tree, head_of, last_part, tree_of
from autograder.intake.trees import OUTSIDE, Tree, is_junk, read_file, zip_tree

__all__ = ["ACCEPTED", "Cell", "IntakeError", "Limits", "Submission", "read_submission"]

_PICKLES = {".pkl", ".pickle", ".pt", ".pth", ".joblib", ".dill"}
_ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz"}
_MOST_ZIPS = 5


@dataclass(frozen=True)
class Submission:
    cells: tuple[Cell, ...]
    siblings: dict[str, str] = field(default_factory=dict)
    """Importable module -> source: the other .py files of a zip or folder."""
    is_notebook: bool = True
    notes: tuple[str, ...] = ()
    main: bytes = field(default=b"", repr=False, compare=False)
    """The file that was graded, as it was handed in: written answers are read from it (`answers.py`)."""

    @property
    def digest(self) -> str:
        """Of the code, not of file names, outputs or notes."""
        content = [
            [[c.source, c.exercise] for c in self.cells],
            sorted(self.siblings.items()),
            self.is_notebook,
        ]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    def sources(self) -> list[tuple[str, str]]:
        """What `slicing.analyse` takes."""
        return [(cell.label, cell.source) for cell in self.cells]


def read_submission(
    path: Path,
    limits: Limits | None = None,
    prefer: str | None = None,
    member: str | None = None,
    beside: Parts = (),
    asked: Collection[str] = (),
    called: str = "",
    platform: str = "",
) -> Submission:
    """Read one submission; IntakeError with one clear line if that cannot be done.

    `prefer` is the assignment's name and `asked` what it asks for: they tell which of several files is meant. `member` is one
    file ("jane.ipynb", "jane.zip") or folder ("jane/") inside a bulk zip. `beside` adds files and folders of the same student
    by the names that the student gave them (Canvas hands them out side by side, renamed); `called` is that of the first one.
    """
    limits = limits or Limits()
    try:
        return _read(
            [(called or last_part(path, member), Path(path), member), *beside],
            limits,
            prefer,
            asked,
            platform,
        )
    except (RecursionError, MemoryError):
        raise IntakeError(f"{Path(path).name} is too large or too deeply nested to be read") from None


def _read(parts: Parts, limits: Limits, prefer: str | None, asked: Collection[str], platform: str) -> Submission:
    what, path, member = parts[0]
    if len(parts) > 1:
        student = author_of(last_part(path, member)).student
        return _from_tree(tree_of(parts, limits), student, limits, prefer, asked, platform)
    if member is None and not path.exists() and platform == "gradescope":
        raise _nothing(Tree([], lambda name, most: b""), what, platform)
    if member is None and not path.is_dir():
        kind = path.suffix.lower()
        if kind == ".zip" and not path.is_file():
            raise IntakeError(f"{path.name} is not a file")
        if kind == ".zip":
            return _from_tree(zip_tree(path, what, limits), what, limits, prefer, asked, zips_to_open=1)
        if kind not in (".ipynb", ".py"):
            raise not_gradable(what, head_of(path), platform)
        return _from_file(read_file(path, limits.max_bytes), what, limits)
    if member is not None and not member.endswith("/"):
        data = bulk_tree(path, limits, member).read(member, limits.max_bytes)
        if what.lower().endswith(".zip"):
            return _from_tree(zip_tree(data, what, limits), what, limits, prefer, asked, zips_to_open=1)
        return _from_file(data, what, limits, platform)
    return _from_tree(tree_of(parts, limits), what.rstrip("/"), limits, prefer, asked, platform)


def _from_file(data: bytes, what: str, limits: Limits, platform: str = "") -> Submission:
    suffix = PurePosixPath(what).suffix.lower()
    if suffix == ".ipynb":
        cells, notes = read_notebook(data, what, limits)
        return Submission(cells, notes=tuple(notes), main=data)
    if suffix != ".py":
        raise not_gradable(what, data[:HEAD], platform)
    source = decode_source(data, what)
    if len(source) > limits.max_source:
        raise IntakeError(f"{what} has more than {megabytes(limits.max_source)} of code; only that much is read")
    if not source.strip():
        raise IntakeError(f"{what} is empty")
    refuse_marimo(source, what)
    return Submission((Cell("line", source),), is_notebook=False, main=data)


def _from_tree(
    tree: Tree,
    what: str,
    limits: Limits,
    prefer: str | None,
    asked: Collection[str] = (),
    platform: str = "",
    zips_to_open: int = 2,
) -> Submission:
    """`zips_to_open`: how deep; a zip in a zip is opened, whether it was handed in by itself or in a folder."""
    chosen = choose(tree, what, limits, prefer, asked)
    if zips_to_open and (chosen is None or (asked and not chosen.answers)):
        inside = _in_its_zip(tree, limits, prefer, asked, chosen is None, zips_to_open)
        if inside is not None:
            return inside
    if chosen is None:
        raise _nothing(tree, what, platform)
    data = tree.read(chosen.name, limits.max_bytes)
    submission = _from_file(data, chosen.name, limits)
    siblings, notes = _siblings(tree, chosen.name, limits, limits.max_bytes - len(data))
    ignored = [f"{n} ignored: {why}" for n in tree.names if (why := _why_ignored(n))]
    shown = [*([chosen.note] if chosen.note else []), *tree.notes, *notes, *ignored]
    if len(shown) > 20:
        shown = [*shown[:20], f"and {len(shown) - 20} more notes on files"]
    return replace(submission, siblings=siblings, notes=(*submission.notes, *shown))


def _in_its_zip(
    tree: Tree, limits: Limits, prefer: str | None, asked: Collection[str], nothing_else: bool, zips_to_open: int
) -> Submission | None:
    """From the zip that lies in it, where what lies beside it is not the answer."""
    opened: list[tuple[str, Tree]] = []
    zips = candidates(tree.names, ".zip")[:_MOST_ZIPS]
    for name in zips:
        try:
            inner = zip_tree(tree.read(name, limits.max_bytes), name, limits)
            found = choose(inner, name, limits, prefer, asked)
        except IntakeError:
            if nothing_else and len(zips) == 1:
                raise
            continue
        if (found and (found.answers or nothing_else)) or (nothing_else and len(zips) == 1):
            opened.append((name, inner))
    if len(opened) > 1 and asked:
        opened = [(n, t) for n, t in opened if (c := choose(t, n, limits, prefer, asked)) and c.answers]
    if len(opened) > 1:
        listed = ", ".join(name for name, _ in opened)
        raise IntakeError(f"there are several zips, and which one to grade is not clear: {listed}", "one of them, by itself")
    if not opened:
        return None
    name, inner = opened[0]
    return _from_tree(inner, name, limits, prefer, asked, zips_to_open=zips_to_open - 1)


def _nothing(tree: Tree, what: str, platform: str) -> IntakeError:
    own = [n for n in tree.names if not is_junk(n)]
    if not own and platform == "gradescope":
        return IntakeError(f"{what} is on Gradescope's list, and no file of it is in the download", ITSELF)
    if candidates(own, ".zip"):
        return IntakeError(
            f"{what} holds no notebook and no .py file; a zip inside a zip inside a zip is not opened",
            ACCEPTED,
        )
    heads: list[tuple[str, bytes | None]] = []
    for name in own[:8]:
        try:
            heads.append((name, tree.read(name, 2**20)[:HEAD]))
        except IntakeError:
            heads.append((name, None))
    heads += [(name, None) for name in own[8:]]
    outside = [note for note in tree.notes if note.endswith(OUTSIDE)]
    if not heads and outside:
        return IntakeError(f"{what} holds no notebook and no .py file that can be read: {outside[0]}", ACCEPTED)
    return nothing_gradable(what, heads, platform if platform.endswith(("-text", "-link")) else "")


def _siblings(tree: Tree, main: str, limits: Limits, most: int) -> tuple[dict[str, str], list[str]]:
    """The other .py files as modules, named from the main file's folder, else from the top."""
    home = main.rpartition("/")[0]
    named: dict[str, str] = {}
    notes: list[str] = []
    left, source_left = most, limits.max_source
    others = [n for n in candidates(tree.names, ".py") if n != main]
    # Parts the main file first: that is what its imports would find.
    others.sort(key=lambda n: (not _is_below(n, home), not n.endswith("__init__.py"), n))
    for name in others:
        module = _module_name(name[len(home) + 1 :] if home and _is_below(name, home) else name)
        if module is None:
            notes.append(f"{name} ignored: its name cannot be imported")
            continue
        if module in named:
            notes.append(f"{name} ignored: another file is imported as {module}")
            continue
        data = tree.read(name, left)
        try:
            source = decode_source(data, name)
        except IntakeError as error:
            notes.append(f"{error}: ignored")
            continue
        left -= len(data)
        source_left -= len(source)
        if source_left < 0:
            raise IntakeError(f"{name}: the .py files have more than {megabytes(limits.max_source)} of code together")
        named[module] = source
    return dict(sorted(named.items())), notes


def _is_below(name: str, folder: str) -> bool:
    return not folder or name.startswith(folder + "/")


def _module_name(relative: str) -> str | None:
    parts = relative[:-3].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts) if parts and all(p.isidentifier() for p in parts) else None


def _why_ignored(name: str) -> str:
    path = PurePosixPath(name)
    suffix = path.suffix.lower()
    if path.name == ".OTTER_LOG" or suffix in _PICKLES:
        return "pickled objects are never read"
    if suffix in _ARCHIVES and not is_junk(name):
        return "an archive inside a submission is not opened"
    return ""
