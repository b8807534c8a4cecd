"""What was handed in for an exam: whose it is, and which answers it gives. Nothing of it is run."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.basics.csv_tables import read_dicts, uncell
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.exams.notebook import HandIn, Typed, answer_name, read_hand_in, seal, typed_on_paper
from autograder.exams.sitting import Candidate, Sitting
from autograder.gradebook.matching import match
from autograder.gradebook.roster import RosterStudent
from autograder.intake.find import Survey, survey
from autograder.intake.limits import IntakeError
from autograder.intake.naming import Author
from autograder.intake.places import Found, found_to_json

SCHEMA = 1


@dataclass(frozen=True)
class ExamAttempt:
    """What one student handed in, or why nobody can say what it is."""

    answers: dict[str, Typed]
    where: str
    problem: str = ""
    found: Found | None = None
    """Where it lies; none of what was typed from paper."""

    @property
    def digest(self) -> str:
        """Of the answers: two files with the same answers are one attempt."""
        if self.problem:
            return hashlib.sha256(f"{self.where}\0{self.problem}".encode("utf-8", "surrogateescape")).hexdigest()
        typed = {name: answer.text for name, answer in sorted(self.answers.items()) if not answer.is_blank}
        return hashlib.sha256(json.dumps(typed).encode()).hexdigest()

    def pack(self) -> bytes:
        """As the store keeps it."""
        answers = {name: [t.text, t.problem, isinstance(t.value, str)] for name, t in sorted(self.answers.items())}
        return json.dumps({"schema": SCHEMA, "answers": answers, "problem": self.problem}).encode()


def unpack(body: bytes) -> tuple[dict[str, Typed], str]:
    """(answers, problem) of what the store keeps."""
    data = json.loads(body)
    return {name: _typed_again(*kept) for name, kept in data["answers"].items()}, data["problem"]


def _typed_again(text: str, problem: str, was_text: bool) -> Typed:
    if problem:
        return Typed(text, None, problem)
    found = typed_on_paper(text)
    return Typed(text, text) if was_text and not isinstance(found.value, str) else found


@dataclass
class Collected:
    attempts: dict[str, ExamAttempt] = field(default_factory=dict)
    """By student."""
    seen: Survey = field(default_factory=lambda: Survey([]))
    warnings: list[str] = field(default_factory=list)


def roster_of(sitting: Sitting) -> list[RosterStudent]:
    return [RosterStudent(c.key, c.name, c.login, c.email, c.section, c.columns) for c in sitting.candidates]


def collect(sitting: Sitting, paths: list[Path]) -> Collected:
    """Student -> what they handed in. What is not clear is not graded, and said."""
    done = Collected()
    found: dict[str, list[ExamAttempt]] = defaultdict(list)
    for path in (p for p in paths if p.suffix.lower() == ".csv"):
        for key, attempt in _on_paper(sitting, path):
            found[key].append(attempt)
    folders = [p for p in paths if p.suffix.lower() != ".csv"]
    if folders:
        asked = [answer_name(i) for i, _ in enumerate(sitting.exam.points, 1)]
        done.seen = survey(folders, prefer=sitting.name, asked=asked)
        done.warnings += done.seen.warnings
    whose = match({each.name: found_to_json(each) for each in done.seen.found}, roster_of(sitting)).matches
    known = {c.key: c for c in sitting.candidates}
    for each in done.seen.found:
        by_name = whose[each.name].students[0] if len(whose[each.name].students) == 1 else ""
        try:
            read = read_hand_in(each.read(prefer=sitting.name).main, str(each))
            key, problem = owner(sitting, read, by_name)
        except IntakeError as error:
            read, key, problem = HandIn(answers={}), by_name, error.for_staff
        if not key:
            done.warnings.append(f"{each}: {problem}")
            continue
        found[key].append(ExamAttempt(dict(read.answers), str(each), problem, _owned(each, known[key])))
    done.attempts = {key: _only(attempts) for key, attempts in found.items()}
    return done


def owner(sitting: Sitting, read: HandIn, by_name: str) -> tuple[str, str]:
    """(student, problem). A notebook says whose variant it is; the file's name or the platform says who handed it in."""
    known = {c.key for c in sitting.candidates}
    sealed = read.student if read.seal == seal(course_secret(sitting.course), read.exam, read.student) else ""
    if read.exam and read.exam != sitting.name:
        return by_name, f"this is a notebook of the exam {read.exam[:60]!r}; ask for the one of {sitting.name!r}"
    if sealed in known and by_name and by_name != sealed:
        return by_name, f"the notebook has the questions of {sealed}, and {by_name} handed it in: look at both"
    if sealed in known:
        return sealed, ""
    if by_name:  # a notebook whose metadata were lost on the way; the questions follow from the student alone
        return by_name, ""
    return "", "it does not say whose exam it is, and its name is on no roster; rename it to the student's id"


def _owned(found: Found, candidate: Candidate) -> Found:
    """Under the name that it has in the run, and of the student whose seal it has, whatever the file is called."""
    return replace(found, name=candidate.folder, owner=replace(found.author, people=(("", "", candidate.key),)))


def _only(attempts: list[ExamAttempt]) -> ExamAttempt:
    """One attempt: two files with the same answers are one, two with different answers are for a person to decide."""
    good = {a.digest: a for a in reversed(attempts) if not a.problem}
    if len(attempts) == 1 or (len(good) == 1 and all(not a.problem or not a.answers for a in attempts)):
        return next(iter(good.values()), attempts[0])
    if len({a.digest for a in attempts}) == 1:
        return attempts[0]
    places = " and ".join(sorted(a.where for a in attempts)[:4])
    why = f"there are {len(attempts)} different hand-ins: {places}. Take away those that do not count"
    return ExamAttempt({}, places, why, attempts[0].found)


def _on_paper(sitting: Sitting, path: Path) -> list[tuple[str, ExamAttempt]]:
    """A table: a column that says who, and q1, q2, ... with what stands on the sheet."""
    header, rows = read_dicts(path)
    who = next((c for c in header if c.strip().lower() in ("student", "id", "login", "email", "name")), None)
    if who is None or answer_name(1) not in header:
        raise UserError(
            f"{path}: a table of answers on paper has the columns student, q1, q2, ...; it has {', '.join(header[:6])}"
        )
    names = {name: c for c in sitting.candidates for name in (c.key, c.login, c.email, c.name) if name}
    found = []
    for line, row in rows:
        sat = names.get(uncell(row[who]))
        if sat is None:
            raise UserError(f"{path}:{line}: {row[who]!r} does not sit this exam")
        answers = {c: typed_on_paper(uncell(v)) for c, v in row.items() if c.startswith("q") and c[1:].isdigit() and v}
        place = Found(sat.folder, path, owner=Author(sat.key, people=(("", "", sat.key),)))
        found.append((sat.key, ExamAttempt(answers, f"{path}:{line}", found=place)))
    return found
