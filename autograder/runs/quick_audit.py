"""A quick audit, for every test run: what changed thoroughly, everything else on a few seeds, as far as time allows."""

from __future__ import annotations

import datetime
import subprocess
import time
from collections.abc import Collection
from dataclasses import dataclass

from autograder.auditing.run import Wanted
from autograder.auditing.verdict import Verdict
from autograder.course import Course
from autograder.runs.audit import Chosen, audit_exercises, choose

FEW_SEEDS = Wanted(seeds=2, mutants=False)
THOROUGH = Wanted(seeds=5, training_seeds=1, mutants=True)
SAMPLE = 4
"""Exercises that are looked at thoroughly though they did not change; every day others."""


@dataclass(frozen=True)
class QuickAudit:
    verdicts: list[Verdict]
    thorough: list[str]
    left_out: list[str]
    """Not audited: they train, or time ran out."""

    @property
    def refusals(self) -> list[str]:
        return [f"{v.exercise.id}: {f.text}" for v in self.verdicts for f in v.findings if f.refuses]


def quick_audit(
    course: Course,
    changed: Collection[str] | None = None,
    budget_seconds: float = 120.0,
    jobs: int | None = None,
    day: int | None = None,
) -> QuickAudit:
    """Changed exercises first (by git, unless told), then all on few seeds, then a rotating sample thoroughly."""
    deadline = time.monotonic() + budget_seconds
    everything = choose(course, "all", None)
    changed = changed_exercises(course, everything) if changed is None else set(changed)
    first = [(a, e) for a, e in everything if e.id in changed]
    rest = [(a, e) for a, e in everything if e.id not in changed and not e.training]
    sample = _rotated([(a, e) for a, e in rest], day)[:SAMPLE]
    audited: dict[str, Verdict] = {}
    for chosen, wanted in ((first, THOROUGH), (rest, FEW_SEEDS), (sample, THOROUGH)):
        if time.monotonic() > deadline:
            break
        for v in audit_exercises(course, chosen, wanted, jobs=jobs, deadline=deadline):
            if v.error or not v.unfinished:
                audited[v.exercise.id] = v
    order = [e.id for _, e in everything]
    return QuickAudit(
        [audited[name] for name in order if name in audited],
        [e.id for _, e in [*first, *sample] if e.id in audited and (e.training or audited[e.id].has_mutants)],
        [name for name in order if name not in audited],
    )


def changed_exercises(course: Course, chosen: Chosen) -> set[str]:
    """Exercises of which a file differs from the last commit, or was part of it. Without git: none."""
    paths: set[str] = set()
    for arguments in (["diff", "--name-only", "HEAD~1"], ["ls-files", "--others", "--exclude-standard"]):
        try:
            done = subprocess.run(
                ["git", *arguments], cwd=course.root, capture_output=True, text=True, timeout=20, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return set()
        paths |= set(done.stdout.splitlines())
    changed = {course.root / path for path in paths}
    return {e.id for a, e in chosen if changed & set(a.concept(e.module).parts().values())}


def _rotated(chosen: Chosen, day: int | None) -> Chosen:
    """Starts at another place each day, so that all have their turn."""
    if not chosen:
        return chosen
    today = datetime.date.today().toordinal() if day is None else day
    at = today * SAMPLE % len(chosen)
    return chosen[at:] + chosen[:at]
