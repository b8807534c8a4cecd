"""Who handed a file in, from the names that learning platforms give to bulk downloads."""

from __future__ import annotations

import contextlib
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timezone

from autograder.basics.moments import parse_moment
from autograder.errors import UserError

# What Canvas's ContentZipper writes: smithjane_12345_67890_homework.ipynb, smithjane_LATE_12345_67890_homework-1.ipynb;
# text or a link that was typed in: smithjane_12345_text.html, smithjane_12345_link.html; anonymous: anon_Ab1cD_67890_hw.ipynb.
_CANVAS = re.compile(
    r"(?:(?P<late>LATE)_(?=anon_))?"
    r"(?:anon_(?P<anonymous>[A-Za-z0-9]+)|(?P<student>.+?)(?P<late_mark>_LATE)?_(?P<id>\d+))"
    r"_(?:(?P<submission>\d+)_(?P<file>.+)|(?P<typed>text|link)\.html)\Z"
)
# What Moodle writes: Jane Smith_12345_assignsubmission_file_ (a folder; newer ones without the last _), or the same before
# a file's name; a team without a group has no number.
_MOODLE = re.compile(r"(?P<student>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?\Z", re.I)
_GRADESCOPE = re.compile(r"submission_(?P<id>\d+)\Z")
# What Blackboard writes: Homework 4_jsmith_attempt_2026-11-20-21-05-00_hw.ipynb, and beside it the same with .txt and no
# file's name, which says what was typed in.
_BLACKBOARD = re.compile(
    r"(?P<before>.+?)_attempt_(?P<day>\d{4}-\d\d-\d\d)-(?P<hour>\d\d)-(?P<minute>\d\d)-(?P<second>\d\d)(?:_(?P<file>.+)|\.txt)\Z"
)
# What Brightspace writes: 12345-67890 - Jane Smith - Nov 20, 2026 905 PM - hw.ipynb, or a folder without the file's name.
_BRIGHTSPACE = re.compile(
    r"(?P<id>\d+-\d+) ?- (?P<student>.+?) ?- (?P<day>[^\W\d_]{3,9}\.? \d{1,2}, \d{4}) "
    r"(?P<hour>\d{1,2}):?(?P<minute>\d\d) (?P<half>[AP]M)(?: ?- (?P<file>.+))?\Z"
)
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.I)
_LONGEST = 60
_SUFFIX = re.compile(
    r"\.(ipynb|py|zip|pdf|html?|docx?|odt|rtf|txt|md|json|rar|7z|tar|gz|tgz|bz2|xz|csv|xlsx?|pptx?|png|jpe?g|heic|gif"
    r"|svg|rmd|qmd|pages|webloc|url|eml)\Z",
    re.I,
)
_WRAPPERS = {"txt", "gz", "bz2", "xz", "zip", "json", "html", "htm", "pdf", "md"}
"""Endings that are put behind another one: x.ipynb.txt, x.tar.gz."""
_GENERIC = re.compile(
    r"hw|homework|hand_?in|assignment|assign|exercise|ex|lab|week|project|problem_?set|ps|pset|sheet|task|part|set|notebook"
    r"|submission|submissions|solution|solutions|answers?|main|utils?|helpers?|functions?|code|src|data|figures?|images?|test|tests"
    r"|section|sec|group|grp|tutorial|tut|gruppe|class|session|team|uebung|übung|batch|download|export"
    r"|draft|final|copy|old|old_?version|new|version|v|backup|untitled|scratch|report|readme|model|models|train|lib",
    re.I,
)
_TEAM = re.compile(r"(?:group|grp|gruppe|team)s?-?\d*")
_LEAST_OF_A_NUMBER = 4
"""Digits of a number of Canvas's, at the least: those of group_3_1_jane are none."""
_OLD = re.compile(
    r"(?:\A|[\W_\d])(?:old|older|oldversion|backup|bak|draft|scratch|archived?|previous|trash|tmp)(?:\Z|[\W_\d])",
    re.I,
)


@dataclass(frozen=True)
class Author:
    """Whose a file or folder is, as far as its name, or the platform beside it, says so."""

    student: str
    id: str = ""
    """The platform's number for the student or the submission."""
    file: str = ""
    """The file's name as the student had it."""
    platform: str = ""
    """canvas, moodle, gradescope, blackboard, brightspace; typed-in text: canvas-text, canvas-link, moodle-text, ..."""
    late: bool = False
    """The platform calls it late, without saying since when."""
    number: str = ""
    """The platform's number of the file; it grows with time."""
    people: tuple[tuple[str, str, str], ...] = ()
    """(name, e-mail, student id) of those who handed it in, where the platform lists them."""
    handed_in: float | None = None
    """When, if the platform says so."""
    clock: str = ""
    """The same as the platform's clock showed it, where the time zone is the course's to know."""

    @property
    def home(self) -> str:
        """The platform, however the thing was typed in."""
        return self.platform.partition("-")[0]


def author_of(name: str) -> Author:
    """From the name of a file or folder (last part of its path)."""
    name = unicodedata.normalize("NFC", name)  # one student's files may come from systems that write é in two ways
    found = _MOODLE.match(name)
    if found:
        number, kind = found["id"] or "", found["kind"].lower()
        blind = found["student"].casefold() == "participant" and number
        student = f"{found['student']} {number}" if blind else found["student"]
        return Author(student, number, found["file"] or "", "moodle-text" if kind == "onlinetext" else "moodle")
    found = _CANVAS.match(name)
    if found and (found["anonymous"] or _may_be_canvas(found["student"], found["submission"] or found["id"])):
        student = f"anon_{found['anonymous']}" if found["anonymous"] else found["student"]
        platform = f"canvas-{found['typed']}" if found["typed"] else "canvas"
        late = bool(found["late"] or found["late_mark"])
        file = found["file"] or f"{found['typed']}.html"
        return Author(student, found["id"] or found["anonymous"], file, platform, late, found["submission"] or "")
    found = _GRADESCOPE.match(name)
    if found:
        return Author(name, found["id"], "", "gradescope")
    found = _BLACKBOARD.match(name)
    if found:
        student = found["before"].rpartition("_")[2]
        clock = f"{found['day']} {found['hour']}:{found['minute']}:{found['second']}"
        platform = "blackboard" if found["file"] else "blackboard-text"
        return Author(student, "", found["file"] or name, platform, number=re.sub(r"\D", "", clock), clock=clock)
    found = _BRIGHTSPACE.match(name)
    if found:
        clock = f"{found['day']} {found['hour']}:{found['minute']} {found['half']}"
        with contextlib.suppress(UserError):
            number = str(int(parse_moment(clock, timezone.utc)))
            return Author(found["student"], found["id"], found["file"] or "", "brightspace", number=number, clock=clock)
    return Author(without_suffix(name), file=name)


def blackboard_login(name: str) -> str:
    """What stands before the attempt in Blackboard's name of a file: the assignment and the student's login."""
    found = _BLACKBOARD.match(name)
    return found["before"] if found else ""


def _may_be_canvas(student: str, number: str) -> bool:
    """Canvas writes names in lower case; and hw_4_2_jane is nobody called hw. "Group 3" is one of its own names for a group."""
    if student != student.lower():
        return False
    return not is_generic(student) or bool(_TEAM.fullmatch(student) and len(number) >= _LEAST_OF_A_NUMBER)


def without_suffix(name: str) -> str:
    """ "jane" of jane.ipynb, jane.tar.gz and jane.ipynb.txt; what is no known ending stays."""
    found = _SUFFIX.search(name)
    if not found or not found.start():
        return name
    rest = name[: found.start()]
    inner = _SUFFIX.search(rest) if found[1].lower() in _WRAPPERS else None
    return rest[: inner.start()] if inner and inner.start() else rest


def is_generic(stem: str) -> bool:
    """A name that says what a file is, and not whose: hw4, old_version, part-2, helpers."""
    words = [w for w in re.split(r"[\W_]+", stem) if w]
    small = [w for w in words if re.fullmatch(r"\d{1,3}|[A-Za-z]", w)]
    rest = [w for w in words if w not in small]
    if not rest:
        return all(w.isdigit() for w in words)
    return all(_GENERIC.fullmatch(re.sub(r"\d{1,3}", "", w)) for w in rest)


def looks_old(name: str) -> bool:
    """old_version.ipynb, backup/hw.ipynb: named by its author as what is not meant."""
    return bool(_OLD.search(without_suffix(name)))


def safe_name(name: str) -> str:
    """Usable as a folder's name on any system: letters of any script, digits, and - _ . + inside."""
    text = unicodedata.normalize("NFC", name)
    text = "".join(c if c.isalnum() or c in "-_.+@" else "_" for c in text)
    text = re.sub(r"_{2,}", "_", text).strip("._- ")[:_LONGEST].rstrip("._- ")
    while len(text.encode("utf-8", "replace")) > 200:
        text = text[:-1]
    if not text:
        return "submission"
    return f"_{text}" if _RESERVED.match(text) else text


RESERVED = ("run.db", "grades.csv", "final_grades.csv", "index.html", "gradebook", "similar", ".")
"""How the run's own files in the output folder begin: no submission's folder may be called so."""


def slug(student: str) -> str:
    """A student's name as the name of a folder beside the run's own files."""
    name = safe_name(student)
    return f"{name}_" if name.casefold().startswith(RESERVED) else name


def own_name(student: str) -> str:
    """A name for each student id, whoever else is in the class: as it is, or made safe and told apart by a digest."""
    name = slug(student)
    return name if name == student else f"{name}-{hashlib.sha256(writable(student)).hexdigest()[:8]}"


def writable(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def unique_names(wanted: list[tuple[str, str]], taken: Collection[str] = ()) -> list[str]:
    """Safe names for (student, id) pairs, none twice and none of `taken`, also where upper and lower case are one."""
    slugs = [slug(student) for student, _ in wanted]
    away = {name.casefold() for name in taken}
    counts = Counter(s.casefold() for s in slugs)
    clashes = {name for name, count in counts.items() if count > 1 or name in away}
    used = away | set(counts) - clashes
    out: list[str] = []
    for wish, (_, number) in zip(slugs, wanted):
        name = wish
        if wish.casefold() in clashes:
            base = f"{wish}-{safe_name(number)}" if number else wish
            name, again = base, 2
            while name.casefold() in used:
                name, again = f"{base}-{again}", again + 1
            used.add(name.casefold())
        out.append(name)
    return out
