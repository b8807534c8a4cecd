"""The body of `gradmark exam grade`: hand-ins into the store, judged, and written as any run is.

Grading runs nothing of a student's: answers are read as literals, and compared with what the reference says about the numbers
of that student. So there is no jail, and this process takes the submissions from the queue itself. All else is the gradebook's:
the roster is the exam's, texts are written questions, and what was handed in first is the submission that stays.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.basics.csv_tables import number, read_dicts, uncell
from autograder.basics.files import replace_text
from autograder.basics.moments import parse_moment
from autograder.basics.words import ENGLISH
from autograder.course import Course
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.exams.draw import Variant
from autograder.exams.sitting import Sitting, read_sitting
from autograder.gradebook import pending_regrade as holding
from autograder.gradebook import scoresheet
from autograder.gradebook.book import COURSE_POLICY, Gradebook
from autograder.gradebook.exam_run import ExamRun
from autograder.gradebook.grades import Standing
from autograder.gradebook.handins import note_handins
from autograder.gradebook.ledger import who_am_i
from autograder.gradebook.roster import store_roster
from autograder.grading.exam_result import exam_result, not_graded
from autograder.intake.places import found_to_json
from autograder.reports.exam_pages import QuestionStatistics, exam_statistics
from autograder.reports.refresh import State, write_pages
from autograder.runs.exam_hand_ins import ExamAttempt, collect, roster_of, unpack
from autograder.runs.folder_lock import occupied
from autograder.runs.run_facts import times_of
from autograder.store import migrations
from autograder.store.connection import choose
from autograder.store.owners import owner_id
from autograder.store.queue import Job, Store, ToGrade

TO_READ = "to_read.csv"
NOT_CLEAR = (
    "What you handed in could not be graded: the staff of the course will look at it, or has asked you for another file."
)
"""What a student reads whose hand-in is not clear; why not is for staff."""


@dataclass
class Graded:
    out: Path
    rows: list[Standing]
    """Everybody, in the order of the roster."""
    statistics: list[QuestionStatistics]
    to_read: int
    held_back: str = ""
    """Until when students' pages are not written."""
    warnings: list[str] = field(default_factory=list)

    @property
    def handed_in(self) -> int:
        return sum(row.status == "graded" for row in self.rows)


@dataclass(frozen=True)
class ExamPlan:
    """What a run of an exam is graded with, in the form of a run's plan."""

    root: str
    assignment_name: str
    points: dict[str, float]
    """Of what a machine judges; texts are written questions."""
    exam: dict[str, Any]
    language: str = ENGLISH

    @classmethod
    def of(cls, sitting: Sitting) -> ExamPlan:
        questions = {q: sitting.bank.entry(q).question for q in sitting.exam.points}
        closes = sitting.exam.closes
        exam = ExamRun(
            title=sitting.exam.title,
            titles={q: question.name for q, question in questions.items()},
            points=sitting.exam.points,
            rubrics={q: _in_lines(question.rubric) for q, question in questions.items() if question.kind == "text"},
            closes=parse_moment(closes, sitting.course.settings().zone) if closes else None,
            closes_on=closes,
        )
        judged = {q: points for q, points in sitting.exam.points.items() if q not in exam.rubrics}
        language = sitting.course.settings().language or ENGLISH
        return cls(str(sitting.course.root), sitting.name, judged, exam.model_dump(), language)

    @property
    def run(self) -> ExamRun:
        return ExamRun.model_validate(self.exam)

    @property
    def written(self) -> dict[str, float]:
        return {q: points for q, points in self.run.points.items() if q not in self.points}

    def digest(self, secret: bytes, variants: Mapping[str, Sequence[Variant]]) -> str:
        """Names everything that decides scores and explanations: with the same digest, what is done stays done."""
        keys = {
            student: [[v.code, v.right, [asdict(m) for m in v.misconceptions]] for v in own]
            for student, own in variants.items()
        }
        parts = [__version__, self.assignment_name, self.run.points, keys]
        return hmac.new(secret, json.dumps(parts, sort_keys=True).encode(), hashlib.sha256).hexdigest()[:32]


def _in_lines(rubric: str) -> str:
    """Each "1 point: ..." on a line of its own, as a rubric's items are read."""
    return re.sub(r"(?<=[.!?)]) +(?=\d+(?:\.\d+)? points?\b)", "\n", rubric.strip())


def grade(
    course: Course,
    made: Path,
    paths: list[Path],
    out: Path,
    *,
    now: float | None = None,
    marks: Path | None = None,
    replace: Iterable[str] = (),
    db: str | None = None,
    by: str | None = None,
) -> Graded:
    """Reads what was handed in (notebooks in any layout, or a table of what stands on paper), and writes everybody's result.

    `marks`: a table as `to_read.csv`, with points for the texts; they become decisions of the gradebook, by `by`. `replace`:
    students whose later attempt counts. Until the exam closes nothing is written that a student might read. `now`: when, if not
    now. `db`: URL of a database elsewhere.
    """
    sitting = read_sitting(course, made)
    variants = {candidate.key: own for candidate, own in sitting.all_variants()}
    plan = ExamPlan.of(sitting)
    digest = plan.digest(course_secret(course), variants)
    collected = collect(sitting, paths)
    warnings = collected.warnings
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        store = Store(choose(out, db))
        held.callback(store.close)
        _refuse_other_run(store, sitting.name)
        held.enter_context(occupied(out, digest))
        entries = _one_attempt(store, sitting, collected.attempts, set(replace), warnings)
        store.enqueue(entries, digest)
        store.remember("plan", json.dumps(asdict(plan)))
        _note(store, plan, digest, sitting, collected.attempts, entries, collected.seen)
        _judge_all(store, digest, sitting, variants)
    with Gradebook(out, db) as book:
        if marks is not None:
            with book.writing() as connection:
                scoresheet.import_sheet(book, connection, marks, plan.written, who_am_i(by))
        return _write(book, out, plan, sitting, warnings, now)


def _refuse_other_run(store: Store, name: str) -> None:
    earlier = store.recall("plan")
    other = json.loads(earlier) if earlier else {}
    if other and (other.get("assignment_name") != name or not other.get("exam")):
        raise UserError(f"this output folder holds a run of {other.get('assignment_name')}; choose another --out for {name}")


def _one_attempt(
    store: Store, sitting: Sitting, attempts: Mapping[str, ExamAttempt], replace: Collection[str], warnings: list[str]
) -> list[ToGrade]:
    """What was graded first stays, whatever is handed in later, unless staff says otherwise."""
    graded = {result["submission"] for _, result in store.results() if not result.get("not_gradable")}
    unknown = sorted(set(replace) - {c.key for c in sitting.candidates})
    if unknown:
        raise UserError(f"--replace {unknown[0]}: nobody of this exam has this id")
    entries = []
    for candidate in sitting.candidates:
        now, before = attempts.get(candidate.key), store.job_named(candidate.folder)
        if now is not None and (candidate.folder not in graded or candidate.key in replace):
            (content,) = store.shelf.put_contents([now.pack()])
            source = found_to_json(now.found) if now.found else "{}"
            entries.append(ToGrade(candidate.folder, source, now.digest, content))
        elif before is not None:
            if now is not None and now.digest != before.digest:
                warnings.append(
                    f"{candidate.key}: another attempt in {now.where} was not graded; the first one counts "
                    f"(--replace {candidate.key})"
                )
            entries.append(ToGrade(candidate.folder, before.source, before.digest, before.content))
    return entries


def _note(
    store: Store,
    plan: ExamPlan,
    digest: str,
    sitting: Sitting,
    attempts: Mapping[str, ExamAttempt],
    entries: Sequence[ToGrade],
    seen: Any,
) -> None:
    """What the gradebook has to know beside results: the roster, the texts, when things were handed in."""
    taken = {entry.name: entry.digest for entry in entries}
    found = [(a.found, a.digest) for a in attempts.values() if a.found and taken.get(a.found.name) == a.digest]
    noted, _ = times_of(found, seen, "platform", sitting.course.settings().zone)
    earlier: dict[str, Any] = store.recall(COURSE_POLICY) or {}
    policy: dict[str, Any] = {"attempts": "last"}
    if plan.run.closes is not None and ("due" in earlier or any(each.when is not None for each in noted)):
        policy["due"] = plan.run.closes  # without times from a platform nothing can be late, and nobody need look for them
    with store.engine.begin() as db:
        migrations.record_plan(db, digest, json.dumps(asdict(plan)), None, {})
        holding.remember(db, "written", plan.written)
        holding.remember(db, COURSE_POLICY, policy)
        store_roster(db, roster_of(sitting), "exam")
        note_handins(db, noted)


def _judge_all(store: Store, digest: str, sitting: Sitting, variants: Mapping[str, Sequence[Variant]]) -> None:
    me = owner_id()
    keys = {candidate.folder: candidate.key for candidate in sitting.candidates}
    store.release()
    while (job := store.lease(me, plan=digest)) is not None:
        store.complete(job, me, _judged(job, sitting, variants[keys[job.submission]]))


def _judged(job: Job, sitting: Sitting, variants: Sequence[Variant]) -> dict[str, Any]:
    answers, problem = unpack(job.body or b"")
    if problem:
        result = not_graded(job.submission, sitting.name, sitting.exam, variants, problem, NOT_CLEAR)
    else:
        result = exam_result(job.submission, sitting.name, sitting.exam, variants, answers)
    result.timing = {"finished": time.time()}
    return result.model_dump(mode="json")


def _write(book: Gradebook, out: Path, plan: ExamPlan, sitting: Sitting, warnings: list[str], now: float | None) -> Graded:
    write_pages(book, out, now=now)
    state = State.of(book)
    for name in state.current:
        (out / name).mkdir(exist_ok=True)
        replace_text(out / name / "results.json", state.result(name).model_dump_json(indent=2) + "\n")
    if plan.written and _not_given_back(out / TO_READ, state.rows):
        warnings.append(
            f"{out / TO_READ} has points that the gradebook does not have, and was left as it is; "
            f"give it back with: gradmark score {out} --csv {out / TO_READ}"
        )
    elif plan.written:
        replace_text(out / TO_READ, scoresheet.sheet(book, plan.written))
    order = {c.key: i for i, c in enumerate(sitting.candidates)}
    rows = sorted(state.rows, key=lambda row: order.get(row.key, len(order)))
    return Graded(
        out,
        rows,
        exam_statistics(state.counted(), state.manual(), list(plan.run.titles)),
        sum(len(row.awaiting) for row in rows if row.status == "graded"),
        plan.run.held_back(time.time() if now is None else now),
        warnings,
    )


def _not_given_back(path: Path, rows: Sequence[Standing]) -> bool:
    """Whether somebody has filled in the sheet since it was written: it must not be lost."""
    if not path.is_file():
        return False
    known = {(row.key, item): points for row in rows for item, points in row.manual.items()}
    _, lines = read_dicts(path)
    filled = [(uncell(cells.get("student", "")), cells.get("item", ""), cells.get("points", "")) for _, cells in lines]
    return any(said and said.replace(",", ".") != number(known.get((who, item))) for who, item, said in filled)
