"""The gradebook as others use it: `Gradebook(OUT).standings()` is one line per student, everything derived.

    with Gradebook("graded") as book:          # an output folder, a run.db, or a PostgreSQL URL
        for s in book.standings():
            print(s.name, s.submission, s.score, s.late, s.manual, s.final, s.possible, len(s.attempts))

Reading never holds a grader up, and works while a run goes on.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, and_, case, func, select

from autograder.errors import UserError
from autograder.gradebook.grades import GradingRecord, Rules, Standing, standing
from autograder.gradebook.ledger import Decision, InForce, all_decisions, student_subject, submission_subject
from autograder.gradebook.matching import Matching, match, plain
from autograder.gradebook.pending_regrade import TRIAL
from autograder.gradebook.policy import Policy
from autograder.gradebook.roster import RosterStudent, all_students
from autograder.intake.places import owner_of
from autograder.store import connection as database
from autograder.store import migrations
from autograder.store.schema import decisions, gradings, handins, held, jobs, meta, plans

COURSE_POLICY = "course_policy"
"""Under this key the run remembers what the course says about deadline and lateness."""


@dataclass(frozen=True)
class PresentSubmission:
    """One name in the queue."""

    name: str
    state: str
    """queued, leased or done."""
    digest: str
    plan: str
    generation: int
    counting: int
    """The generation that counts: another than the newest while a regrade is looked at."""
    source: str


@dataclass(frozen=True)
class Snapshot:
    """All facts of a moment, read in one transaction; everything else is derived from it."""

    facts: dict[str, Any]
    students: list[RosterStudent]
    decisions: list[Decision]
    submissions: dict[str, PresentSubmission]
    gradings: list[GradingRecord]
    """The last one of each content, of those that count (or would, after a regrade)."""


class Gradebook:
    def __init__(self, place: str | Path, db: str | None = None) -> None:
        self.url = database.locate(place, db)
        self._reader = database.reach(database.connect(self.url, write=False))
        version = migrations.version(self._reader)
        if version is None:
            raise UserError(f"{database.shown(self._reader)} holds no run yet; start one with: gradmark grade")
        if version != migrations.SCHEMA:
            writer = database.connect(self.url)
            migrations.ensure(writer)
            writer.dispose()
        self.shown = database.shown(self._reader)
        """The database's place as a person may see it."""
        self.folder = Path(place) if "://" not in str(place) and Path(place).is_dir() else None
        """The output folder, where there is one: its pages follow what people decide."""
        self._results: dict[int, dict[str, Any]] = {}
        """Grading id -> result. A grading never changes, so each is read and parsed once."""

    def close(self) -> None:
        self._reader.dispose()

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._reader.begin() as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction for decisions and rosters; what was derived before is derived again afterwards."""
        engine = database.connect(self.url)
        try:
            with engine.begin() as db:
                yield db
        finally:
            engine.dispose()

    # --- facts ------------------------------------------------------------------------------------------------

    def snapshot(self, trial: bool = False) -> Snapshot:
        """`trial`: as if the regrade that is looked at counted already."""
        with self.reading() as db:
            facts = {r.key: json.loads(r.value) for r in db.execute(select(meta))}
            if trial:
                facts |= facts.get(TRIAL) or {}
            people, made = all_students(db), all_decisions(db)
            queue = _submissions(db, trial)
            return Snapshot(facts, people, made, queue, _gradings(db, queue, self._results))

    def stamp(self) -> tuple[object, ...]:
        """Changes whenever `snapshot()` would say something else, and costs little: most tables are only ever added to."""
        work = select(func.count(), func.sum(jobs.c.generation), func.sum(case((jobs.c.state == "done", 1), else_=0)))
        newest = [select(func.max(table.c.id)) for table in (decisions, gradings, handins)]
        queries = [
            *newest,
            work.select_from(jobs),
            select(func.count(), func.sum(held.c.generation)).select_from(held),
        ]
        with self.reading() as db:
            counts = [tuple(row) for query in queries for row in db.execute(query)]
            facts = [tuple(row) for row in db.execute(select(meta).order_by(meta.c.key))]
            return (counts, facts, all_students(db))

    def rules(self) -> Rules:
        """What holds for the whole class, without looking at anybody's results."""
        with self.reading() as db:
            facts = {r.key: json.loads(r.value) for r in db.execute(select(meta))}
            return rules_of(Snapshot(facts, [], all_decisions(db), {}, []))

    @cached_property
    def plan(self) -> dict[str, Any]:
        """The plan of the last run, as `grading.plan.Plan` writes it; empty before the first one."""
        with self.reading() as db:
            row = db.execute(select(meta.c.value).where(meta.c.key == "plan")).first()
        return json.loads(json.loads(row.value)) if row else {}

    @property
    def assignment(self) -> str:
        return str(self.plan.get("assignment_name", ""))

    def policy(self) -> Policy:
        snap = self.snapshot()
        return InForce(snap.decisions).policy(snap.facts.get(COURSE_POLICY) or {})

    def policy_changes(self) -> dict[str, Any]:
        """What was set for this run, beside what the course says."""
        with self.reading() as db:
            return InForce(all_decisions(db)).policy_changes()

    def students(self) -> list[RosterStudent]:
        with self.reading() as db:
            return all_students(db)

    def matching(self) -> Matching:
        return _matching(self.snapshot())

    def results(self) -> dict[int, dict[str, Any]]:
        """Grading id -> result (as results.json), of the attempts of `standings()`."""
        return {g.id: g.result for g in self.snapshot().gradings}

    def history(self, submission: str | None = None) -> list[dict[str, Any]]:
        """Every grading ever made, oldest first: digests, suite, seeds, isolation, durations, score; not the tests."""
        facts = [
            gradings.c.id,
            gradings.c.submission,
            gradings.c.generation,
            gradings.c.digest,
            gradings.c.plan,
            gradings.c.created,
            gradings.c.score,
            gradings.c.possible,
            gradings.c.isolation,
            gradings.c.device,
            gradings.c.seconds,
            gradings.c.host,
            plans.c.seeds,
            plans.c.versions,
            plans.c.gradmark,
        ]
        query = select(*facts).join(plans, plans.c.digest == gradings.c.plan, isouter=True)
        if submission is not None:
            query = query.where(gradings.c.submission == submission)
        with self.reading() as db:
            counting = {s.name: s.counting for s in _submissions(db, False).values()}
            rows = [dict(r._mapping) for r in db.execute(query.order_by(gradings.c.id))]
        for row in rows:
            row["counts"] = counting.get(row["submission"]) == row["generation"]
            row["versions"] = json.loads(row["versions"] or "{}")
        return rows

    # --- derived ------------------------------------------------------------------------------------------------

    def standings(self, trial: bool = False) -> list[Standing]:
        """One line per student, by name, then one per submission that is nobody's yet."""
        return derive(self.snapshot(trial))

    def find(self, who: str) -> Standing:
        """The line of a student (key, login, e-mail, name) or of a submission. UserError if none or several fit."""
        rows = self.standings()
        wanted = plain(who)
        levels: list[list[Standing]] = [
            [r for r in rows if who in (r.key, r.submission) or who in r.submissions],
            [r for r in rows if r.student and wanted in (plain(r.student.login), plain(r.student.email))],
            [r for r in rows if wanted in (plain(r.name), *(plain(s) for s in r.submissions))],
            [r for r in rows if wanted and wanted in plain(r.name)],
        ]
        for found in levels:
            if len(found) == 1:
                return found[0]
            if found:
                some = ", ".join(r.student.label if r.student else r.name for r in found[:6])
                raise UserError(f"{who!r} matches several: {some}; give the id")
        raise UserError(f"nobody here is called {who!r}; list everybody with: gradmark grades OUT")

    def subject_of(self, row: Standing) -> str:
        """What decisions about this line are kept under."""
        return student_subject(row.student.key) if row.student else submission_subject(str(row.submission))


def derive(snap: Snapshot) -> list[Standing]:
    rules = rules_of(snap)
    found = _matching(snap)
    by_name: dict[str, list[GradingRecord]] = defaultdict(list)
    for g in snap.gradings:
        by_name[g.submission].append(g)
    waiting = {s.name for s in snap.submissions.values() if s.state != "done" and s.counting == s.generation}
    own = found.submissions_of()
    late = {s.name for s in snap.submissions.values() if owner_of(s.name, s.source).late}
    rows = []
    for student in snap.students:
        names = own.get(student.key, [])
        if not student.active and not names:
            continue
        mine = [g for name in names for g in by_name[name]]
        how = "; ".join(dict.fromkeys(found.matches[n].how for n in names))
        pending = bool(waiting & set(names))
        rows.append(standing(rules, student, names, mine, pending, how=how, marked_late=late))
    rows.sort(key=lambda r: (r.name.casefold(), r.key))
    for m in found.matches.values():
        if not m.students:
            status = m.state if snap.students else ""
            rows.append(
                standing(
                    rules,
                    None,
                    [m.submission],
                    by_name[m.submission],
                    m.submission in waiting,
                    status,
                    m.how,
                    m.candidates,
                    late,
                )
            )
    return rows


def rules_of(snap: Snapshot) -> Rules:
    plan = json.loads(snap.facts["plan"]) if snap.facts.get("plan") else {}
    decided = InForce(snap.decisions)
    policy = decided.policy(snap.facts.get(COURSE_POLICY) or {})
    return Rules(policy, plan.get("points", {}), snap.facts.get("written") or {}, decided)


_last_match: tuple[tuple[object, object, object], Matching] | None = None
"""Comparing all names of a large class takes long, and few decisions change any: the last answer is kept with its question."""


def _matching(snap: Snapshot) -> Matching:
    global _last_match
    links = InForce(snap.decisions).links()
    asked = ({s.name: s.source for s in snap.submissions.values()}, snap.students, links)
    known = _last_match
    if known is None or known[0] != asked:
        known = (asked, match(*asked))
        _last_match = known
    return known[1]


def _submissions(db: Connection, trial: bool) -> dict[str, PresentSubmission]:
    query = select(jobs, held.c.generation.label("held")).join(held, held.c.submission == jobs.c.submission, isouter=True)
    found = {}
    for r in db.execute(query.order_by(jobs.c.submission)):
        counting = r.generation if trial or r.held is None else r.held
        found[r.submission] = PresentSubmission(r.submission, r.state, r.digest, r.plan, r.generation, counting, r.source)
    return found


def _gradings(db: Connection, queue: dict[str, PresentSubmission], parsed: dict[int, dict[str, Any]]) -> list[GradingRecord]:
    """The newest grading of each content, up to the generation that counts. `parsed` is added to."""
    heads = db.execute(select(gradings.c.id, gradings.c.submission, gradings.c.digest, gradings.c.generation)).all()
    last: dict[tuple[str, str], tuple[int, int]] = {}
    for r in heads:
        if r.submission in queue and r.generation <= queue[r.submission].counting:
            key = (r.submission, r.digest)
            last[key] = max(last.get(key, (0, 0)), (r.generation, r.id))
    wanted = {number for _, number in last.values()}
    unread = wanted - set(parsed)
    query = select(gradings.c.id, gradings.c.result)
    # Reading all rows is cheaper than naming thousands of ids, unless most of them are history or known.
    if len(unread) * 2 < len(heads) and len(unread) < 500:
        query = query.where(gradings.c.id.in_(unread))
    for number, result in db.execute(query) if unread else ():
        if number in unread:
            parsed[number] = json.loads(result)
    facts = [
        gradings.c.id,
        gradings.c.submission,
        gradings.c.generation,
        gradings.c.digest,
        gradings.c.plan,
        gradings.c.created,
        handins.c.handed_in,
    ]
    same = and_(handins.c.submission == gradings.c.submission, handins.c.digest == gradings.c.digest)
    rows = db.execute(select(*facts).join(handins, same, isouter=True).order_by(gradings.c.id))
    return [
        GradingRecord(r.id, r.submission, r.generation, r.digest, r.plan, r.created, parsed[r.id], r.handed_in)
        for r in rows
        if r.id in wanted
    ]


def counts(book: Gradebook) -> dict[str, int]:
    """Submissions by state of the queue."""
    with book.reading() as db:
        query = select(jobs.c.state, func.count()).group_by(jobs.c.state)
        return dict(db.execute(query).tuples().all())
