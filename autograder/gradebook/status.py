"""`gradmark status`: how a run stands, in one look. Reads only, so it may be asked at any time, also by another machine."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import func, select

from autograder.gradebook.book import Gradebook, Snapshot, derive, rules_of
from autograder.gradebook.pending_regrade import TRIAL
from autograder.gradebook.todo import Todo, todo, unreadable
from autograder.grading.results import NOT_RUN
from autograder.store.connection import clock
from autograder.store.schema import gradings, jobs

RECENT = 60.0
"""Seconds over which the pace of a run is measured."""


@dataclass(frozen=True)
class Misconception:
    mistake: str
    students: int
    hint: str


@dataclass(frozen=True)
class ExerciseStatus:
    id: str
    possible: float
    mean: float
    full: int
    """Submissions with full marks."""
    seconds: float | None
    """Median time to grade it, of those where it was not taken from the cache."""


@dataclass
class Status:
    assignment: str
    database: str
    queued: int
    leased: int
    done: int
    graders: list[str]
    per_second: float | None
    seconds_left: float | None
    possible: float
    mean: float | None
    median: float | None
    lowest: float | None
    highest: float | None
    outcomes: dict[str, int]
    exercises: list[ExerciseStatus]
    misconceptions: list[Misconception]
    isolation: dict[str, int]
    devices: dict[str, int]
    seeds: dict[str, int]
    students: int = 0
    missing: list[str] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)
    not_gradable: dict[str, str] = field(default_factory=dict)
    """Submission -> why, and what to ask the student for. They have no score, and count as a zero in no mean."""
    late_without_time: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    awaiting: int = 0
    late: int = 0
    overridden: int = 0
    inconclusive: list[str] = field(default_factory=list)
    todo: list[Todo] = field(default_factory=list)
    """What a person has to do first; see `todo.py`."""
    regrade: str = ""
    policy: str = ""
    last_grading: float | None = None

    @property
    def total(self) -> int:
        return self.queued + self.leased + self.done

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "total": self.total}


def status(book: Gradebook, top: int = 10, out: str = "OUT") -> Status:
    snap = book.snapshot()
    rows = derive(snap)
    states, owners, pace, last = _queue(book)
    newest = _current(snap)
    refused = {g.submission: why for g in newest if (why := unreadable(g.result))}
    results = [g.result for g in newest if g.submission not in refused]
    scores = [float(r["score"]) for r in results]
    waiting = states.get("queued", 0) + states.get("leased", 0)
    seeds = {row["id"]: row["seeds"] or "unknown" for row in book.history()}
    return Status(
        assignment=book.assignment,
        database=book.shown,
        queued=states.get("queued", 0),
        leased=states.get("leased", 0),
        done=states.get("done", 0),
        graders=owners,
        per_second=pace if waiting else None,
        seconds_left=waiting / pace if waiting and pace else None,
        possible=float(results[0]["possible"]) if results else 0.0,
        mean=statistics.fmean(scores) if scores else None,
        median=statistics.median(scores) if scores else None,
        lowest=min(scores, default=None),
        highest=max(scores, default=None),
        outcomes=dict(Counter(t["outcome"] for r in results for e in r["exercises"] for t in e["tests"])),
        exercises=_exercises(results),
        misconceptions=misconceptions(results)[:top],
        isolation=dict(Counter(level for r in results if (level := r.get("isolation", "none")) != NOT_RUN)),
        devices=dict(Counter(r.get("device", "cpu") for r in results)),
        seeds=dict(Counter(seeds.get(g.id, "unknown") for g in newest)),
        students=len([s for s in snap.students if s.active]),
        missing=[r.name for r in rows if r.status == "missing"],
        not_gradable=refused,
        late_without_time=[r.name for r in rows if r.late_without_time],
        unmatched=[r.name for r in rows if r.status == "unmatched"],
        ambiguous=[r.name for r in rows if r.status == "ambiguous"],
        awaiting=len([r for r in rows if r.awaiting and r.status == "graded"]),
        late=len([r for r in rows if r.days_late]),
        overridden=len([r for r in rows if r.overrides]),
        inconclusive=sorted(r["submission"] for r in results if _undecided(r)),
        todo=todo(snap, rows, out),
        regrade=_regrade(snap),
        policy=rules_of(snap).policy.sentence(),
        last_grading=last,
    )


def _queue(book: Gradebook) -> tuple[dict[str, int], list[str], float, float | None]:
    with book.reading() as db:
        now = db.execute(select(clock(db))).scalar_one()
        states: dict[str, int] = dict(db.execute(select(jobs.c.state, func.count()).group_by(jobs.c.state)).tuples().all())
        busy = select(jobs.c.owner).where(jobs.c.state == "leased", jobs.c.lease_until > now).distinct()
        owners = sorted(o for o in db.execute(busy).scalars() if o)
        times = db.execute(select(gradings.c.created).where(gradings.c.created > now - RECENT)).scalars().all()
        last = db.execute(select(func.max(gradings.c.created))).scalar()
    span = now - min(times) if times else 0.0
    return states, owners, len(times) / span if span > 0 else 0.0, last


def _current(snap: Snapshot) -> list[Any]:
    """One grading per submission: of its present content."""
    return [g for g in snap.gradings if snap.submissions[g.submission].digest == g.digest]


def _exercises(results: list[dict]) -> list[ExerciseStatus]:
    found: dict[str, list[tuple[float, float, float | None]]] = defaultdict(list)
    for r in results:
        for e in r["exercises"]:
            found[e["id"]].append((e["earned"], e["possible"], r.get("timing", {}).get(e["id"])))
    out = []
    for name, all_of_it in found.items():
        times = [t for _, _, t in all_of_it if t is not None]
        out.append(
            ExerciseStatus(
                name,
                all_of_it[-1][1],
                statistics.fmean(e for e, _, _ in all_of_it),
                sum(earned >= possible for earned, possible, _ in all_of_it),
                statistics.median(times) if times else None,
            )
        )
    return out


def misconceptions(results: list[dict]) -> list[Misconception]:
    """Which known mistake, how many submissions, and what it is; the most frequent first."""
    who: dict[str, set[str]] = defaultdict(set)
    hints: dict[str, str] = {}
    for r in results:
        for e in r["exercises"]:
            for t in e["tests"]:
                if t.get("mistake") and t.get("firm", True):
                    who[t["mistake"]].add(r["submission"])
                    hints.setdefault(t["mistake"], t.get("hint") or "")
    ordered = sorted(who.items(), key=lambda item: (-len(item[1]), item[0]))
    return [Misconception(mistake, len(names), hints[mistake]) for mistake, names in ordered]


def _undecided(result: dict) -> bool:
    return any(t["outcome"] == "inconclusive" for e in result["exercises"] for t in e["tests"])


def _regrade(snap: Snapshot) -> str:
    if not snap.facts.get(TRIAL):
        return ""
    held = [s for s in snap.submissions.values() if s.counting != s.generation]
    ready = sum(s.state == "done" for s in held)
    return f"a regrade of {len(held)} submissions ({ready} done) is waiting: gradmark regrade NN, then --apply or --discard"
