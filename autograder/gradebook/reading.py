"""Written answers and how far their reading is: one line per hand-in and question, whoever handed it in together."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.gradebook.book import Snapshot, rules_of
from autograder.gradebook.grades import Standing
from autograder.gradebook.ledger import Decision, InForce, student_subject, submission_subject
from autograder.gradebook.rubrics import Detail
from autograder.gradebook.todo import unreadable
from autograder.intake.answers import Answer, AnswerPart, written_answers
from autograder.intake.limits import IntakeError
from autograder.intake.places import found_from_json


@dataclass(frozen=True)
class Script:
    """One hand-in, as somebody who reads its answers gets it."""

    submission: str
    source: str
    rows: tuple[Standing, ...]
    """The student, or all of a group."""
    outdated: bool
    """The grade counts an earlier content than the file has now."""
    exam: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Of an exam: text question -> what was asked and answered (`grading.results.ExamAnswer`), as it was graded."""

    @property
    def names(self) -> str:
        return ", ".join(row.name for row in self.rows)

    def code(self, question: str) -> str:
        """Stands for the hand-in in addresses and lists while names are hidden; another one for each question, so that
        the order says nothing."""
        return hashlib.sha256(f"{question}\0{self.submission}".encode()).hexdigest()[:10]


@dataclass(frozen=True)
class AnswerReading:
    """What is known about one answer of one hand-in."""

    script: Script
    question: str
    points: float | None
    comment: str
    detail: Detail
    version: int
    """The newest decision about it: what a page has to have seen to replace it."""
    by: str
    when: float | None

    @property
    def code(self) -> str:
        return self.script.code(self.question)


def scripts(snap: Snapshot, rows: Sequence[Standing]) -> list[Script]:
    """Every hand-in of which something counts. What could not be read at all has no answers, and is on the to-do list."""
    together: dict[str, list[Standing]] = {}
    results = {g.id: g.result for g in snap.gradings}
    for row in rows:
        result = results.get(row.grading or -1)
        if row.submission is not None and result is not None and not _is_no_notebook(result):
            together.setdefault(row.submission, []).append(row)
    found = []
    for name, owners in together.items():
        present = snap.submissions[name]
        counted = {a.digest for row in owners for a in row.attempts if a.counts}
        result = results[owners[0].grading or -1]
        texts = {a["id"]: a for a in result.get("answers") or () if a["kind"] == "text"}
        outdated = present.digest not in counted and not texts
        found.append(Script(name, present.source, tuple(owners), outdated, texts))
    return found


def _is_no_notebook(result: Mapping[str, Any]) -> bool:
    """It could not even be opened. Code that could not be run may still stand beside answers."""
    outcomes = {t["outcome"] for e in result["exercises"] for t in e["tests"]}
    return bool(unreadable(result)) and outcomes <= {"error"}


def readings(snap: Snapshot, rows: Sequence[Standing], only: str | None = None) -> dict[str, list[AnswerReading]]:
    """Question -> its answers, in an order of its own that does not change as they are read. `only`: of this question."""
    rules, papers = rules_of(snap), scripts(snap, rows)
    newest: dict[tuple[str, str], Decision] = {}
    for d in snap.decisions:
        if d.kind in ("manual", "comment"):
            newest[d.subject, d.item] = d
    found = {}
    for question in [only] if only else rules.written:
        asked = [script for script in papers if script.exam.get(question, {}).get("state") != "blank"]
        every = [_reading(rules.decided, newest, script, question) for script in asked]
        found[question] = sorted(every, key=lambda r: r.code)
    return found


def _reading(decided: InForce, newest: Mapping[tuple[str, str], Decision], script: Script, question: str) -> AnswerReading:
    row = script.rows[0]
    subjects = [s for r in script.rows for s in _subjects(r)]
    own = _subjects(row)
    manual = decided.about("manual", own).get(question)
    comment = decided.about("comment", own).get(question)
    last = max((newest[s, question] for s in subjects if (s, question) in newest), key=lambda d: d.id, default=None)
    said = manual or (comment if comment and comment.text else None)
    return AnswerReading(
        script,
        question,
        manual.value if manual else None,
        comment.text if comment else "",
        Detail.of(manual),
        last.id if last else 0,
        said.by if said else "",
        said.created if said else None,
    )


def _subjects(row: Standing) -> list[str]:
    own = [student_subject(row.student.key)] if row.student else []
    return [*own, *(submission_subject(name) for name in row.submissions)]


class AnswerReader:
    """Reads the answers out of the hand-ins; a file that has not changed is read once."""

    def __init__(self, assignment: str, questions: Sequence[str]) -> None:
        self.assignment, self.questions = assignment, list(questions)
        self._known: dict[str, tuple[object, dict[str, Answer]]] = {}

    def answer(self, script: Script, question: str) -> Answer:
        return self.answers(script)[question]

    def answers(self, script: Script) -> dict[str, Answer]:
        if script.exam:  # read when it was graded: an exam has one attempt, and what was read is what counts
            return {q: _of_exam(script.exam.get(q)) for q in self.questions}
        found = found_from_json(script.submission, script.source)
        stamp = _stamp(found.path)
        known = self._known.get(script.submission)
        if known and stamp is not None and known[0] == (script.source, stamp):
            return known[1]
        answers = self._read(script)
        self._known[script.submission] = ((script.source, stamp), answers)
        return answers

    def _read(self, script: Script) -> dict[str, Answer]:
        found = found_from_json(script.submission, script.source)
        try:
            if not found.path.exists():
                raise IntakeError("The hand-in is not any more where it was when it was graded.")
            read = found.read(prefer=self.assignment)
            if not read.is_notebook:
                raise IntakeError("A .py file was handed in: it has no place for written answers.")
            return written_answers(read.main, "The hand-in", self.questions)
        except IntakeError as error:
            # Names are hidden while answers are read, and a file is often called like its student.
            why = str(error).replace(found.path.name, "the hand-in").replace(script.submission, "the hand-in")
            return {q: Answer(problem=why) for q in self.questions}


def _of_exam(answer: Mapping[str, Any] | None) -> Answer:
    if answer is None:
        return Answer(problem="This question was not asked in this exam.")
    return Answer((AnswerPart("markdown", str(answer["typed"])),))


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        if path.is_dir():
            return None  # a folder's time says nothing about its files
        facts = path.stat()
        return facts.st_mtime_ns, facts.st_size
    except OSError:
        return None
