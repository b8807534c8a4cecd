"""Does a folder or a zip hold the work of a class, or of one student? And where in it do the hand-ins lie?

What a student packed must not name other students: a folder among other hand-ins is one student's, whatever it holds.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

from autograder.intake.choosing import defined_names
from autograder.intake.grouping import METADATA, Top, authors_of, is_table
from autograder.intake.limits import IntakeError
from autograder.intake.listing import GRADABLE, Listing
from autograder.intake.naming import author_of, is_generic

_MOST_LOOKED_AT, _MOST_LOOKED_INTO = 8, 8 * 2**20
"""Files, and bytes of each, that are read to see whether they are a class's."""


@dataclass(frozen=True)
class Signs:
    """What an assignment is known by: its name, and what it asks for."""

    assignment: str = ""
    asked: tuple[str, ...] = ()


NO_SIGNS = Signs()


def class_folders(listing: Listing, signs: Signs = NO_SIGNS) -> list[Top]:
    """Where the hand-ins lie: at the top or, where everything lies in one folder (or in one for each section), in there.

    A folder is opened only if it looks like a class, and if nothing that can be graded lies beside it.
    """
    top = ""
    while True:
        files, folders = listing.below(top)
        unpacked = [f for f in files if f.lower().endswith(".zip") and author_of(f).student in folders]
        gradable = [f for f in files if f.lower().endswith(GRADABLE) and f not in unpacked]
        platform = METADATA in files or any(author_of(f).platform for f in [*files, *folders])
        if gradable or platform or not folders:
            return [Top(top)]
        own = [f"{top}{f}/" for f in folders]
        stray = [f for f in files if f not in unpacked and not is_table(listing, top + f)]
        if len(own) == 1 and not stray and not unpacked and looks_like_class(listing, own[0], signs, least=2):
            top = own[0]
            continue
        if not all(_holds_download(listing, f) for f in own) and not _are_sections(listing, own, signs):
            return [Top(top)]
        here = [Top(top, files_only=True, unpacked=tuple(unpacked))] if files else []
        return [*here, *(Top(_innermost(listing, f)) for f in own)]


def _innermost(listing: Listing, folder: str) -> str:
    """Past folders that hold nothing but a folder."""
    files, folders = listing.below(folder)
    if files or len(folders) != 1 or author_of(folders[0]).platform:
        return folder
    return _innermost(listing, f"{folder}{folders[0]}/")


def _holds_download(listing: Listing, folder: str) -> bool:
    return has_platform_names(listing, _innermost(listing, folder))


def _are_sections(listing: Listing, folders: list[str], signs: Signs) -> bool:
    """Lab A/ann.ipynb, Lab A/bob.ipynb, Lab B/cy.ipynb: folders that are nobody's, full of files that are somebody's."""
    if not all(is_generic(f.rstrip("/").rpartition("/")[2]) for f in folders):
        return False
    units = [_units(listing, _innermost(listing, f), signs) for f in folders]
    if not all(units) or any(is_generic(name) for own in units for name, _ in own):
        return False
    files = [file for own in units for _, file in own if file]
    return any(len(own) > 1 for own in units) and _answer_alike(listing, files, signs)


def has_platform_names(listing: Listing, top: str) -> bool:
    files, folders = listing.below(top)
    authors = authors_of([*files, *(f + "/" for f in folders)])
    return METADATA in files or any(a.platform for a in authors.values())


def looks_like_class(listing: Listing, top: str, signs: Signs = NO_SIGNS, least: int = 3) -> bool:
    """Several students' work: names of a platform, several zips, or `least` notebooks or folders that bear names of people
    (and answer the same, where it is known what is asked)."""
    if has_platform_names(listing, top):
        return True
    files, folders = listing.below(top)
    if not files and len(folders) == 1:
        return looks_like_class(listing, f"{top}{folders[0]}/", signs, least)
    if len([f for f in files if f.lower().endswith(".zip")]) >= 2:
        return True
    units = _units(listing, top, signs)
    if len(units) < least or any(is_generic(name) for name, _ in units):
        return False
    notebooks = [file for _, file in units if file]
    return len(units) - len(notebooks) >= least or _answer_alike(listing, notebooks, signs)


def _units(listing: Listing, top: str, signs: Signs) -> list[tuple[str, str]]:
    """(name, file) of what could be hand-ins here: folders with work in them (no file), notebooks and zips; or .py files."""
    files, folders = listing.below(top)
    found = [(f, "") for f in folders if f"{top}{f}/" in listing.with_work]
    found += [(author_of(f).student, top + f) for f in files if f.lower().endswith(".ipynb")]
    found += [(author_of(f).student, "") for f in files if f.lower().endswith(".zip")]
    found = found or [(author_of(f).student, top + f) for f in files if f.lower().endswith(".py")]
    return [(n.replace(signs.assignment, " ") if signs.assignment else n, file) for n, file in found]


def _answer_alike(listing: Listing, names: list[str], signs: Signs) -> bool:
    """Whether several of these files define the same of what is asked; so do those of a class, and not a student's parts."""
    if not signs.asked or not names:
        return True
    seen: Counter[str] = Counter()
    for name in names[:_MOST_LOOKED_AT]:
        with suppress(IntakeError):
            seen.update(defined_names(listing.read(name, _MOST_LOOKED_INTO), name, signs.asked))
    return max(seen.values(), default=0) >= 2
