"""Which hand-ins are meant by the paths on the command line, whose they are, and what was left out.

- A folder is a class: whatever lies in it is somebody's hand-in, also what cannot be graded. Files of one student are one
  hand-in (`grouping.py`): by a platform's number, or by names that differ in their ending only. Where everything lies in one
  folder more, or in one for each section, that is opened.
- A zip is one hand-in, unless it is said to be a bulk download, or is the only thing there and looks like one. Inside a
  folder with other things it is always one student's.
- A file that is named by itself is a hand-in, together with the others of its student that are named beside it.
- Nobody's are hidden files, links, and what systems and tools leave behind: `ignored` says what and why.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from autograder.errors import UserError
from autograder.intake.classes import Signs, class_folders, has_platform_names, looks_like_class
from autograder.intake.grouping import A_TABLE, Entry, PartOfHandIn, authors_of, by_owner, group, is_table
from autograder.intake.limits import IntakeError, Limits
from autograder.intake.listing import LINKS, Listing, bulk_limits, list_folder, list_zip
from autograder.intake.naming import author_of, slug, unique_names
from autograder.intake.places import Found, names_to_keep
from autograder.intake.trees import zip_tree

_AS_ONE = "was taken for the hand-in of one student"
_KINDS = "give notebooks (.ipynb), .py files, zips, or folders of them"


@dataclass
class Survey:
    """All that was found: hand-ins, and what is nobody's."""

    found: list[Found] = field(default_factory=list)
    ignored: dict[str, str] = field(default_factory=dict)
    """Path -> why."""
    warnings: list[str] = field(default_factory=list)
    tables: list[tuple[Path, str | None]] = field(default_factory=list)
    """Grading worksheets and rosters that lie beside the hand-ins: a file, or a zip and a member."""

    @property
    def ignored_words(self) -> str:
        """ "3 ignored: __MACOSX (2), links (1)"; empty where nothing was."""
        if not self.ignored:
            return ""
        reasons = ", ".join(f"{why} ({n})" for why, n in sorted(Counter(self.ignored.values()).items()))
        return f"{len(self.ignored)} ignored: {reasons}"


def find_submissions(
    paths: Collection[Path],
    bulk: bool | None = None,
    graded: Mapping[str, Found] = MappingProxyType({}),
    prefer: str = "",
    asked: Collection[str] = (),
) -> list[Found]:
    """All hand-ins under the paths, sorted by name; see `survey`."""
    return survey(paths, bulk, graded, prefer, asked).found


def survey(
    paths: Collection[Path],
    bulk: bool | None = None,
    graded: Mapping[str, Found] = MappingProxyType({}),
    prefer: str = "",
    asked: Collection[str] = (),
) -> Survey:
    """All hand-ins under the paths, and what was ignored. UserError if a path is missing or holds nothing.

    `bulk` says whether zips are downloads of a class (True) or hand-ins (False). None: a zip that is the only path is what it
    looks like, unless that could mix it with others. `graded`: what the run holds already; names that are there stay with
    whom they belong to. `prefer` and `asked`: the assignment's name, which says of no file whose it is, and what it asks for.
    """
    result = Survey()
    signs = Signs(prefer, tuple(asked))
    entries: list[Entry] = []
    alone = len({Path(p).resolve() for p in paths}) == 1
    may_be_bulk = alone if bulk is None else bulk
    files = []
    for path in dict.fromkeys(map(Path, paths)):
        if path.is_dir():
            entries += _in_folder(path, result, alone, bulk, signs)
        elif not path.exists():
            raise UserError(f"{path} does not exist")
        elif not path.is_file():
            raise UserError(f"{path} is not a submission: {_KINDS}")
        elif path.suffix.lower() == ".zip" and may_be_bulk:
            # A zip among others is one student's: only by itself can it be the download of a whole class.
            entries += _in_zip(path, result, bulk is True, signs) or [_alone(path)]
        else:
            files.append(path)
    for path in files:
        if path.suffix.lower() == ".zip" and bulk is None:
            looks = f"{path} {_AS_ONE}, and looks like a platform's download; if it is one, add --bulk"
            result.warnings += [looks] if _is_download(path) else []
    entries += _named_files(files)
    entries = list({(e.parts[0].path.resolve(), e.parts[0].member): e for e in entries}.values())
    if bulk is None:
        _refuse_a_class_among_others(entries, graded)
    result.found = _with_names(entries, graded)
    return result


def _with_names(entries: Iterable[Entry], graded: Mapping[str, Found]) -> list[Found]:
    ordered = sorted(entries, key=lambda e: (e.author.student, e.author.id, str(e.parts[0].path), e.parts[0].member or ""))
    wanted = [(e.author.student, e.author.id) for e in ordered]
    found = [
        Found(slug(e.author.student), e.parts[0].path, e.parts[0].member, _beside(e), e.author, e.parts[0].name)
        for e in ordered
    ]
    kept, taken = names_to_keep(found, graded)
    new = iter(unique_names([w for w, each in zip(wanted, found) if each not in kept], taken))
    found = [replace(each, name=kept.get(each) or next(new)) for each in found]
    return sorted(found, key=lambda f: (f.name.casefold(), f.name))


def _beside(entry: Entry) -> tuple[tuple[str, Path, str | None], ...]:
    return tuple((part.name, part.path, part.member) for part in entry.parts[1:])


def _alone(path: Path) -> Entry:
    author = author_of(path.name)
    return Entry(author, (PartOfHandIn(author.file or path.name, path),))


def _named_files(files: list[Path]) -> list[Entry]:
    """Files that were named one by one: those of one folder and one student belong together."""
    folders: dict[Path, list[Path]] = defaultdict(list)
    for path in files:
        folders[path.resolve().parent].append(path)
    entries = []
    for own in folders.values():
        authors = authors_of([p.name for p in own])
        entries += by_owner((authors[p.name], PartOfHandIn(authors[p.name].file or p.name, p)) for p in own)
    return entries


def _refuse_a_class_among_others(entries: list[Entry], graded: Mapping[str, Found]) -> None:
    """A student's zip that looks like a download names other students: where there are any, a person has to say so."""
    zips = {e.parts[0].path.resolve() for e in entries if e.parts[0].member is not None}
    if zips and any(each.path.resolve() not in zips for each in graded.values()):
        raise UserError(
            f"{entries[0].parts[0].path} looks like a platform's download of {len(entries)} hand-ins, and this run holds "
            "hand-ins from elsewhere; say which it is: --bulk for a download of the class, --no-bulk for the hand-in of one "
            "student"
        )


def _in_folder(folder: Path, result: Survey, alone: bool, bulk: bool | None, signs: Signs) -> list[Entry]:
    listing = list_folder(folder)
    if author_of(folder.resolve().name).home in ("moodle", "gradescope") or (
        not alone and not looks_like_class(listing, "", signs, least=2)
    ):
        author = author_of(folder.resolve().name)
        return [Entry(author, (PartOfHandIn(folder.resolve().name + "/", folder),))]
    entries = _in_its_zips(folder, listing, result, bulk, signs) if alone and bulk is not False else []
    entries = entries or _grouped(listing, result, signs)
    if not entries:
        words = f": {result.ignored_words}" if result.ignored else ""
        raise UserError(f"{folder} contains no submission{words}; {_KINDS}")
    return entries


def _in_its_zips(folder: Path, listing: Listing, result: Survey, bulk: bool | None, signs: Signs) -> list[Entry]:
    """Of a folder with nothing but downloads in it, and perhaps tables of the class: one, or one for each section."""
    files, folders = listing.below("")
    tables = [f for f in files if is_table(listing, f)]
    files = [f for f in files if f not in tables]
    if folders or not files or not all(f.lower().endswith(".zip") for f in files):
        return []
    if bulk is None and len(files) > 1 and not all(_is_download(folder / f) for f in files):
        return []
    inside = [_in_zip(folder / f, result, bulk is True, signs) for f in files]
    if all(inside):
        ignored = {**listing.ignored, **dict.fromkeys(tables, A_TABLE)}
        result.ignored |= {f"{listing.root}/{name}": why for name, why in ignored.items()}
        result.tables += [listing.place(name) for name in tables]
        return [entry for own in inside for entry in own]
    return []


def _in_zip(path: Path, result: Survey, said: bool, signs: Signs) -> list[Entry]:
    """The hand-ins of a bulk download; none if the zip is one hand-in, or unreadable (said later)."""
    try:
        listing = list_zip(path, zip_tree(path, path.name, bulk_limits(Limits())))
    except IntakeError:
        return []
    if not said and not looks_like_class(listing, "", signs):
        if looks_like_class(listing, "", signs, least=2):
            result.warnings.append(f"{path} {_AS_ONE}; if it holds those of several, add --bulk")
        return []
    return _grouped(listing, result, signs)


def _grouped(listing: Listing, result: Survey, signs: Signs) -> list[Entry]:
    entries = []
    result.ignored |= {f"{listing.root}/{name}": why for name, why in listing.ignored.items()}
    for top in class_folders(listing, signs):
        found = group(listing, top)
        entries += found.entries
        for entry in found.entries:
            result.warnings += _may_be_a_class(listing, entry, signs)
        result.ignored |= {f"{listing.root}/{name}": why for name, why in found.ignored.items()}
        result.tables += found.tables
        result.warnings += _links_without_a_row(listing, top.folder, found.entries)
    return entries


def _links_without_a_row(listing: Listing, folder: str, entries: list[Entry]) -> list[str]:
    """A link among the hand-ins may stand for one that lies elsewhere. It is not followed, but nobody vanishes silently."""
    present = {e.author.student for e in entries}
    links = [n.removeprefix(folder) for n, why in listing.ignored.items() if why == LINKS and n.startswith(folder)]
    alone = [n for n in links if "/" not in n and author_of(n).student not in present]
    if not alone:
        return []
    shown = ", ".join(sorted(alone)[:5]) + (", ..." if len(alone) > 5 else "")
    return [f"links are not followed, and nobody else has these names: {shown}; if they are hand-ins, put the files there"]


def _may_be_a_class(listing: Listing, entry: Entry, signs: Signs) -> list[str]:
    """A folder or zip that was taken for one student's, and looks like the work of several: a person should know."""
    part = entry.parts[0]
    if entry.author.platform:
        return []
    name = part.member or part.path.relative_to(listing.root).as_posix() + ("/" if part.name.endswith("/") else "")
    where = f"{part.path if part.member is None else part.member} {_AS_ONE}"
    if name.endswith("/"):
        inside, top = listing, name
    elif name.lower().endswith(".zip"):
        try:
            source = part.path if part.member is None else listing.read(name, Limits().max_bytes)
            inside, top = list_zip(part.path, zip_tree(source, name, bulk_limits(Limits()))), ""
        except IntakeError:
            return []
    else:
        return []
    if has_platform_names(inside, top):
        return [f"{where}, and looks like a platform's download; if it is one, grade it by itself"]
    if looks_like_class(inside, top, signs):
        return [f"{where}, and looks like those of several; if it is, grade it by itself"]
    return []


def _is_download(path: Path) -> bool:
    try:
        return has_platform_names(list_zip(path, zip_tree(path, path.name, bulk_limits(Limits()))), "")
    except IntakeError:
        return False
