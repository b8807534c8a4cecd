"""A hand-in as cells and sibling modules: notebook, .py file, zip, or folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from autograder.intake.decode import decode_source
from autograder.intake.limits import IntakeError, Limits, megabytes
from autograder.intake.notebook import Cell, read_notebook
from autograder.intake.trees import Tree, folder_tree, is_junk, read_file, zip_tree

__all__ = ["Cell", "IntakeError", "Limits", "Submission", "read_submission"]

_PICKLES = {".pkl", ".pickle", ".pt", ".pth", ".joblib", ".dill"}
_ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz"}
ACCEPTED = "hand in a notebook (.ipynb), a .py file, or a .zip of them"


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
    beside: Mapping[str, Path] | None = None,
) -> Submission:
    """Read one submission; IntakeError with one clear line if that cannot be done.

    `prefer` is the stem of the notebook to take where a zip or folder has several. `member` is one file
    ("jane.ipynb", "jane.zip") or folder ("jane/") inside a bulk zip. `beside` adds .py files by the
    name under which they can be imported (Canvas hands out a student's files side by side, renamed).
    """
    limits = limits or Limits()
    try:
        submission = _read(Path(path), limits, prefer, member)
    except (RecursionError, MemoryError):
        raise IntakeError(f"{Path(path).name} is too large or too deeply nested to be read") from None
    if beside:
        extra = {
            name.removesuffix(".py"): decode_source(read_file(p, limits.max_source), name)
            for name, p in beside.items()
        }
        named = {n: s for n, s in extra.items() if n.isidentifier()}
        submission = replace(submission, siblings={**named, **submission.siblings})
    return submission


def _read(path: Path, limits: Limits, prefer: str | None, member: str | None) -> Submission:
    kind = path.suffix.lower()
    if member is not None:
        return _read_member(path, limits, prefer, member)
    if path.is_dir():
        tree = folder_tree(path, limits)
        zips = [n for n in tree.names if n.lower().endswith(".zip") and not is_junk(n)]
        if len(zips) == 1 and not _candidates(tree.names, ".ipynb") and not _candidates(tree.names, ".py"):
            # Moodle: a folder per student with what the student uploaded.
            return _from_tree(
                zip_tree(tree.read(zips[0], limits.max_bytes), zips[0], limits), zips[0], limits, prefer
            )
        return _from_tree(tree, path.name, limits, prefer)
    if kind == ".zip":
        if not path.is_file():
            raise IntakeError(f"{path.name} is no file")
        return _from_tree(zip_tree(path, path.name, limits), path.name, limits, prefer)
    if kind in (".ipynb", ".py"):
        return _from_file(read_file(path, limits.max_bytes), path.name, limits)
    raise IntakeError(f"{path.name} cannot be graded: {ACCEPTED}")


def _read_member(path: Path, limits: Limits, prefer: str | None, member: str) -> Submission:
    bulk = zip_tree(path, path.name, bulk_limits(limits))
    if not member.endswith("/"):
        if member not in bulk.names:
            raise IntakeError(f"{path.name} has no {member}")
        data, what = bulk.read(member, limits.max_bytes), PurePosixPath(member).name
        if what.lower().endswith(".zip"):
            return _from_tree(zip_tree(data, what, limits), what, limits, prefer)
        return _from_file(data, what, limits)
    inside = [n for n in bulk.names if n.startswith(member)]
    if len(inside) > limits.max_files:
        raise IntakeError(f"{member} has more than {limits.max_files} files: hand in only your own")
    tree = Tree([n.removeprefix(member) for n in inside], lambda name, most: bulk.read(member + name, most))
    zips = [n for n in tree.names if n.lower().endswith(".zip") and not is_junk(n)]
    if len(zips) == 1 and not _candidates(tree.names, ".ipynb") and not _candidates(tree.names, ".py"):
        return _from_tree(
            zip_tree(tree.read(zips[0], limits.max_bytes), zips[0], limits), zips[0], limits, prefer
        )
    return _from_tree(tree, member.rstrip("/"), limits, prefer)


def bulk_limits(limits: Limits) -> Limits:
    """For the zip of a whole class."""
    return Limits(max_files=50 * limits.max_files, max_bytes=limits.max_bytes)


def _from_file(data: bytes, what: str, limits: Limits) -> Submission:
    suffix = PurePosixPath(what).suffix.lower()
    if suffix == ".ipynb":
        cells, notes = read_notebook(data, what, limits)
        return Submission(cells, notes=tuple(notes), main=data)
    if suffix != ".py":
        raise IntakeError(f"{what} cannot be graded: {ACCEPTED}")
    source = decode_source(data, what)
    if len(source) > limits.max_source:
        raise IntakeError(
            f"{what} has more than {megabytes(limits.max_source)} of code; at most that is read"
        )
    if not source.strip():
        raise IntakeError(f"{what} is empty")
    return Submission((Cell("line", source),), is_notebook=False, main=data)


def _from_tree(tree: Tree, what: str, limits: Limits, prefer: str | None) -> Submission:
    main = _choose(tree.names, what, prefer)
    data = tree.read(main, limits.max_bytes)
    submission = _from_file(data, main, limits)
    siblings, notes = _siblings(tree, main, limits, limits.max_bytes - len(data))
    ignored = [f"{n} ignored: {why}" for n in tree.names if (why := _why_ignored(n))]
    shown = [*tree.notes, *notes, *ignored]
    if len(shown) > 20:
        shown = [*shown[:20], f"and {len(shown) - 20} more notes on files"]
    return replace(submission, siblings=siblings, notes=(*submission.notes, *shown))


def _candidates(names: list[str], suffix: str) -> list[str]:
    return [n for n in names if n.lower().endswith(suffix) and not is_junk(n)]


def _choose(names: list[str], what: str, prefer: str | None) -> str:
    """The one notebook; else the preferred one; else the one .py file."""
    for suffix, kind in ((".ipynb", "notebooks"), (".py", ".py files")):
        found = _candidates(names, suffix)
        if suffix == ".py":
            found = [
                n for n in found if PurePosixPath(n).name not in ("__init__.py", "setup.py", "conftest.py")
            ] or found
        if len(found) == 1:
            return found[0]
        if found and prefer:
            stems = {n: PurePosixPath(n).stem for n in found}
            # "04_regularization.ipynb" before "04_regularization (1).ipynb" and "jane_04_regularization"
            for matches in (
                lambda stem: stem == prefer,
                lambda stem: stem.startswith(prefer),
                lambda stem: prefer in stem,
            ):
                chosen = [n for n in found if matches(stems[n])]
                depth = min((n.count("/") for n in chosen), default=0)
                chosen = [n for n in chosen if n.count("/") == depth]
                if len(chosen) == 1:
                    return chosen[0]
        if found:
            listed = ", ".join(found[:5]) + (", ..." if len(found) > 5 else "")
            raise IntakeError(f"{what} has several {kind}, and which one to grade is not clear: {listed}")
    hint = "; a zip inside a zip is not opened" if _candidates(names, ".zip") else ""
    raise IntakeError(f"{what} holds no notebook and no .py file{hint}: {ACCEPTED}")


def _siblings(tree: Tree, main: str, limits: Limits, most: int) -> tuple[dict[str, str], list[str]]:
    """The other .py files as modules, named from the main file's folder, else from the top."""
    home = main.rpartition("/")[0]
    named: dict[str, str] = {}
    notes: list[str] = []
    left, source_left = most, limits.max_source
    others = [n for n in _candidates(tree.names, ".py") if n != main]
    # Beside the main file first: that is what its imports would find.
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
            raise IntakeError(
                f"{name}: the .py files have more than {megabytes(limits.max_source)} of code together"
            )
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
