"""Which submissions are meant by the paths on the command line.

- A notebook or .py file is one submission, called like the file.
- A zip is one submission, unless it is said to be a bulk download, or is the only path and looks like one: named by Canvas,
  Moodle or Gradescope, or with several zips at its top, or with three or more folders that hold one notebook each. Inside a
  folder it is always one submission.
- A folder is a class: every notebook, .py file and zip directly in it, and every sub-folder, is one submission.
- Hidden files, links, and what systems leave behind (__MACOSX) are skipped. A
  sub-folder without anything to grade is still a submission: its student is told, not forgotten.
- The student is taken from Canvas, Moodle and Gradescope names where they are recognised; several Canvas
  files of one student are one submission.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from autograder.errors import UserError
from autograder.intake.limits import IntakeError, Limits
from autograder.intake.naming import Author, author_of, gradescope_names, slug, unique_names
from autograder.intake.places import Found, names_to_keep
from autograder.intake.submission import bulk_limits
from autograder.intake.trees import is_junk, read_file, zip_tree

_SUFFIXES = (".ipynb", ".py", ".zip")
_METADATA = "submission_metadata.yml"
_KINDS = "give notebooks (.ipynb), .py files, zips, or folders of them"


@dataclass(frozen=True)
class _Entry:
    author: Author
    path: Path
    member: str | None = None
    beside: tuple[tuple[str, Path], ...] = ()


def find_submissions(
    paths: list[Path], bulk: bool | None = None, graded: Mapping[str, Found] = MappingProxyType({})
) -> list[Found]:
    """All submissions under the paths, sorted by name. UserError if a path is missing or of another kind.

    `bulk` says whether zips are downloads of a class (True) or hand-ins (False). None: a zip that is the only path is what it
    looks like, unless that could mix it with others. `graded`: what the run holds already; names that are there stay with
    whom they belong to.
    """
    entries: list[_Entry] = []
    for path in map(Path, paths):
        # A zip among others is one student's: only by itself can it be the download of a whole class.
        entries += _below(path, may_be_bulk=len(paths) == 1 if bulk is None else bulk)
    distinct = {(e.path.resolve(), e.member): e for e in entries}
    ordered = sorted(
        distinct.values(), key=lambda e: (e.author.student, e.author.id, str(e.path), e.member or "")
    )
    if bulk is None:
        _refuse_a_class_among_others(ordered, graded)
    wanted = [(e.author.student, e.author.id) for e in ordered]
    found = [Found(slug(e.author.student), e.path, e.member, e.beside) for e in ordered]
    kept, taken = names_to_keep(found, graded)
    new = iter(unique_names([w for w, each in zip(wanted, found) if each not in kept], taken))
    found = [replace(each, name=kept.get(each) or next(new)) for each in found]
    return sorted(found, key=lambda f: (f.name.casefold(), f.name))


def _refuse_a_class_among_others(entries: list[_Entry], graded: Mapping[str, Found]) -> None:
    """A student's zip that looks like a download names other students: where there are any, a person has to say so."""
    zips = {e.path.resolve() for e in entries if e.member is not None}
    if zips and any(each.path.resolve() not in zips for each in graded.values()):
        raise UserError(
            f"{entries[0].path} looks like a platform's download of {len(entries)} hand-ins, and this run holds hand-ins from "
            "elsewhere; say which it is: --bulk for a download of the class, --no-bulk for the hand-in of one student"
        )


def _below(path: Path, may_be_bulk: bool) -> list[_Entry]:
    if path.is_dir():
        entries = _in_folder(path)
        if not entries:
            raise UserError(f"{path} holds no submission: {_KINDS}")
        return entries
    if not path.exists():
        raise UserError(f"{path} does not exist")
    if not path.is_file() or path.suffix.lower() not in _SUFFIXES:
        raise UserError(f"{path} is no submission: {_KINDS}")
    if path.suffix.lower() == ".zip":
        return (_in_bulk_zip(path) if may_be_bulk else []) or [_Entry(author_of(path.name), path)]
    return [_Entry(author_of(path.name), path)]


def _in_folder(folder: Path) -> list[_Entry]:
    try:
        inside = sorted(folder.iterdir(), key=lambda p: p.name)
    except OSError as error:
        raise UserError(f"{folder} cannot be read: {error.strerror or error}") from None
    # Unpacking a student's zip can plant links: to a neighbour's work, out of the folder, or to themselves.
    inside = [p for p in inside if not is_junk(p.name) and not p.is_symlink()]
    files = [p for p in inside if p.is_file() and p.suffix.lower() in _SUFFIXES]
    folders = [p for p in inside if p.is_dir()]
    names: dict[str, str] = {}
    if (folder / _METADATA).is_file():
        names = _gradescope(read_file(folder / _METADATA, 8 * 2**20))
    rejected = [
        p for p in inside if p.is_file() and p not in files and author_of(p.name).platform == "canvas"
    ]
    entries = _by_student(files, rejected)
    texts = _online_texts([p.name for p in folders])
    entries += [_Entry(_named(author_of(p.name), names), p) for p in folders if p.name not in texts]
    return entries


def _by_student(files: list[Path], rejected: list[Path]) -> list[_Entry]:
    """One entry per file; a Canvas student's files together, the notebook (else zip, else .py) first."""
    entries: list[_Entry] = []
    canvas: dict[tuple[str, str], list[Path]] = defaultdict(list)
    for path in [*files, *rejected]:
        author = author_of(path.name)
        if author.platform == "canvas":
            canvas[author.student, author.id].append(path)
        else:
            entries.append(_Entry(author, path))
    for own in canvas.values():
        mains = next(
            (group for s in _SUFFIXES if (group := [p for p in own if p.suffix.lower() == s])), own[:1]
        )
        helpers = [p for p in own if p.suffix.lower() == ".py" and p not in mains]
        beside = tuple((author_of(p.name).file, p) for p in helpers)
        entries += [_Entry(author_of(main.name), main, None, beside) for main in mains]
    return entries


def _online_texts(folders: list[str]) -> set[str]:
    """Moodle's second folder of a student: a text typed in beside the files."""
    authors = {folder: author_of(folder) for folder in folders}
    with_files = {a.id for a in authors.values() if a.platform == "moodle"}
    return {f for f, a in authors.items() if a.platform == "moodle-text" and a.id in with_files}


def _named(author: Author, names: dict[str, str]) -> Author:
    return Author(names.get(author.student, author.student), author.id, author.file, author.platform)


def _gradescope(data: bytes) -> dict[str, str]:
    return gradescope_names(data.decode("utf-8", "replace"))


def _in_bulk_zip(path: Path) -> list[_Entry]:
    """The submissions of a bulk download; none if the zip is one submission, or unreadable (said later)."""
    try:
        tree = zip_tree(path, path.name, bulk_limits(Limits()))
    except IntakeError:
        return []
    listed = [n for n in tree.names if not is_junk(n)]
    top = _common_folder(listed)
    relative = [n.removeprefix(top) for n in listed]
    direct = [n for n in relative if "/" not in n]
    folders = sorted({n.split("/")[0] for n in relative if "/" in n})
    zips = [n for n in direct if n.lower().endswith(".zip")]
    platform = any(author_of(n).platform for n in [*direct, *folders]) or _METADATA in direct
    with_notebook = [
        f for f in folders if sum(n.startswith(f + "/") and n.endswith(".ipynb") for n in relative) == 1
    ]
    if not (platform or len(zips) >= 2 or len(with_notebook) >= 3):
        return []
    names: dict[str, str] = {}
    if _METADATA in direct:
        names = _gradescope(tree.read(top + _METADATA, 8 * 2**20))
    files = [n for n in direct if PurePosixPath(n).suffix.lower() in _SUFFIXES]
    entries = [_Entry(author_of(n), path, top + n) for n in files]
    texts = _online_texts(folders)
    entries += [_Entry(_named(author_of(f), names), path, f"{top}{f}/") for f in folders if f not in texts]
    return entries


def _common_folder(names: list[str]) -> str:
    """ "export/" if everything lies in it, and it is not itself one student's folder."""
    first = {n.split("/")[0] for n in names}
    if len(first) != 1 or any("/" not in n for n in names):
        return ""
    only = first.pop()
    return "" if author_of(only).platform else only + "/"
