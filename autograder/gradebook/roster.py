"""Who is in the class: a roster from Canvas, Moodle, Gradescope, GitHub Classroom, or any CSV with names, logins or e-mail
addresses. Staff on it are no students: nobody waits for their hand-ins.

A new import replaces the class: who is no longer on the list is kept (gradings and decisions refer to them) but is not
missing any more.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, insert, select, update

from autograder.basics.csv_tables import read_dicts, uncell
from autograder.errors import UserError
from autograder.gradebook.ledger import clean
from autograder.intake.moodle_columns import IDENTIFIER, NAME, in_english
from autograder.store.schema import students

FORMATS = ("auto", "canvas", "moodle", "github", "plain")

# Column names in lower case without spaces, dashes and underscores -> what they hold.
_MEANING = {
    "id": "id",
    "studentid": "id",
    "sid": "id",
    "idnumber": "id",
    "matriculation": "id",
    "matrikelnummer": "id",
    "studentnumber": "id",
    "number": "id",
    "sisuserid": "id",
    "orgdefinedid": "id",
    "key": "id",
    "login": "login",
    "username": "login",
    "user": "login",
    "sisloginid": "login",
    "userid": "login",
    "netid": "login",
    "email": "email",
    "emailaddress": "email",
    "mail": "email",
    "name": "name",
    "fullname": "name",
    "student": "name",
    "studentname": "name",
    "firstname": "first",
    "givenname": "first",
    "vorname": "first",
    "first": "first",
    "lastname": "last",
    "surname": "last",
    "familyname": "last",
    "nachname": "last",
    "last": "last",
    "section": "section",
    "sections": "section",
    "group": "section",
    "groups": "section",
    "groupname": "section",
    "githubusername": "login",
    "githublogin": "login",
    "github": "login",
    "role": "role",
    "roles": "role",
    "courserole": "role",
    "enrollmenttype": "role",
    "type": "role",
    "rolle": "role",
}
_STAFF = re.compile(
    r"\b(?:ta|tas|teaching assistants?|teacher|non-editing teacher|instructor|staff|grader|reader|observer|designer|manager"
    r"|course ?creator|professor|lecturer|tutor|admin|ta ?enrollment|teacher ?enrollment|designer ?enrollment"
    r"|observer ?enrollment|lehrende[rn]?|dozent(?:in)?)\b",
    re.I,
)
_STUDENT = re.compile(r"\b(?:students?|learner|participant|teilnehmer|studierende[rn]?|student ?enrollment)\b", re.I)


@dataclass(frozen=True)
class RosterStudent:
    key: str
    """Unique: the id, else the login, the e-mail address, the name."""
    name: str
    login: str = ""
    email: str = ""
    section: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    """The roster's row as it came."""
    active: bool = True

    @property
    def platform_ids(self) -> set[str]:
        """Numbers that a platform puts into the names of downloaded files."""
        found = {self.columns.get("ID", "")} if is_canvas(list(self.columns)) else set()
        numbered = re.search(r"(\d+)\Z", self.moodle_columns.get(IDENTIFIER, ""))
        return {n for n in (*found, numbered[1] if numbered else "") if n}

    @property
    def moodle_columns(self) -> dict[str, str]:
        """The same row; the columns of a worksheet of Moodle under their English names."""
        named = in_english(self.columns)
        return {named[column]: value for column, value in self.columns.items()}

    @property
    def label(self) -> str:
        return self.name if self.name == self.key else f"{self.name} ({self.key})"


@dataclass(frozen=True)
class Imported:
    added: list[str]
    changed: list[str]
    gone: list[str]
    total: int
    format: str
    staff: int = 0
    """People on the list who are no students."""


def is_canvas(header: list[str]) -> bool:
    return header[:1] == ["Student"] and "ID" in header and "Section" in header


def is_moodle(header: list[str]) -> bool:
    worksheet = {IDENTIFIER, NAME} <= set(in_english(header).values())
    export = "First name" in header and ("Last name" in header or "Surname" in header)
    return worksheet or (export and ("Email address" in header or "ID number" in header))


def is_github(header: list[str]) -> bool:
    columns = {c.strip().lower() for c in header}
    return {"identifier", "github_username"} <= columns


def is_staff(role: str) -> bool:
    """Of somebody who is only staff: who is a student as well hands something in."""
    return bool(_STAFF.search(role)) and not _STUDENT.search(role)


def read_roster(path: Path, format: str = "auto") -> tuple[list[RosterStudent], str]:
    """The students of a CSV file and the format that it turned out to be."""
    if format not in FORMATS:
        raise UserError(f"--format {format}: choose one of {', '.join(FORMATS)}")
    header, rows = read_dicts(path)
    kinds = (("canvas", is_canvas), ("github", is_github), ("moodle", is_moodle))
    found = next((kind for kind, fits in kinds if fits(header)), "plain")
    if format not in ("auto", found) and format != "plain":
        raise UserError(f"{path} does not have the columns of a {format} export; it has: {', '.join(header[:8])}")
    kind = found if format == "auto" else format
    people: dict[str, RosterStudent] = {}
    lines: dict[str, int] = {}
    for line, row in rows:
        person = _student({k: uncell(v) for k, v in row.items()}, kind)
        if person is None:
            continue
        if person.key in people and kind != "canvas":
            raise UserError(
                f"{path}:{line}: {person.key!r} is also on line {lines[person.key]}; each student may be listed only once"
            )
        if person.key in people:  # Canvas lists a student once per section
            before = people[person.key]
            sections = dict.fromkeys(filter(None, (before.section, person.section)))
            columns = {**person.columns, "Section": " and ".join(sections)}
            person = RosterStudent(**{**person.__dict__, "section": " and ".join(sections), "columns": columns})
        people[person.key], lines[person.key] = person, line
    if not people:
        raise UserError(
            f"{path} names no student: it needs a column such as id, login, email or name; it has: {', '.join(header[:8])}"
        )
    return list(people.values()), kind


def _student(row: dict[str, str], kind: str) -> RosterStudent | None:
    said: dict[str, str] = {}
    named = in_english(row)
    for column, value in row.items():
        meaning = _MEANING.get(re.sub(r"[\s_\-]", "", named[column].lower()))
        if kind == "canvas" and column == "ID":
            continue  # Canvas's own number: only for its file names and its import
        if meaning and value and meaning not in said:
            said[meaning] = clean(value)
    if is_staff(said.get("role", "")):
        return None
    name = said.get("name") or " ".join(filter(None, (said.get("first"), said.get("last"))))
    if kind == "github":
        said, name = _of_github(said, name, row)
    if kind == "canvas":
        if "points possible" in name.lower() or re.fullmatch(r"student,\s*test", name, re.I):
            return None
        last, comma, first = name.partition(",")
        name = f"{first.strip()} {last.strip()}" if comma else name
    identifier = next((column for column, english in named.items() if english == IDENTIFIER), "")
    fallback = row.get("ID", "") if kind == "canvas" else row.get(identifier, "")
    key = said.get("id") or said.get("login") or said.get("email") or fallback or name
    if not key:
        return None
    key = key[:200]
    columns = {column: value for column, value in row.items() if column}
    return RosterStudent(key, name or key, said.get("login", ""), said.get("email", ""), said.get("section", ""), columns)


def _of_github(said: dict[str, str], name: str, row: dict[str, str]) -> tuple[dict[str, str], str]:
    """GitHub Classroom: `identifier` is what the roster was made from (an e-mail address, an id or a name)."""
    identifier = clean(next((v for k, v in row.items() if k.strip().lower() == "identifier"), ""))
    if "@" in identifier:
        said = {**said, "email": identifier}
    last, comma, first = identifier.partition(",")
    readable = f"{first.strip()} {last.strip()}" if comma else identifier
    return {**said, "id": identifier or said.get("login", "")}, name or readable


def store_roster(db: Connection, people: list[RosterStudent], format: str) -> Imported:
    before = {s.key: s for s in all_students(db)}
    added, changed = [], []
    for person in people:
        values = {
            "name": person.name,
            "login": person.login,
            "email": person.email,
            "section": person.section,
            "columns": json.dumps(person.columns),
            "active": 1,
        }
        if person.key not in before:
            db.execute(insert(students).values(key=person.key, **values))
            added.append(person.key)
        elif before[person.key] != person:
            db.execute(update(students).where(students.c.key == person.key).values(**values))
            changed.append(person.key)
    listed = {p.key for p in people}
    gone = [s.key for s in before.values() if s.active and s.key not in listed]
    for key in gone:
        db.execute(update(students).where(students.c.key == key).values(active=0))
    return Imported(added, changed, gone, len(people), format)


def all_students(db: Connection) -> list[RosterStudent]:
    rows = db.execute(select(students).order_by(students.c.id))
    return [RosterStudent(r.key, r.name, r.login, r.email, r.section, json.loads(r.columns), bool(r.active)) for r in rows]
