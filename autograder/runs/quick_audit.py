"""A quick audit, for every test run: what changed since its proof, and a few others, chosen by the commit.

It takes as long for a large course as for a small one, up to the share of the others: after 20 commits all have had their turn.
"""

from __future__ import annotations

import math
import subprocess
import time
from collections.abc import Collection
from dataclasses import dataclass

from autograder.auditing.proof import ProofState, load_proofs, standing
from autograder.auditing.subject_trials import Wanted
from autograder.auditing.verdict import Verdict
from autograder.course import Assignment, Course, Exercise
from autograder.runs.audit import Chosen, audit_exercises, choose

WANTED = Wanted(seeds=20, training_seeds=1, mutants=True)
TURNS = 20
"""After so many commits every exercise has been looked at."""


@dataclass(frozen=True)
class QuickAudit:
    verdicts: list[Verdict]
    changed: list[str]
    """Exercises whose proof does not fit their content, or that have none."""
    sample: list[str]
    """Those whose turn it is."""
    unfinished: list[str]
    """Chosen, and not audited in the time that there was."""

    @property
    def refusals(self) -> list[str]:
        return [f"{v.exercise.id}: {f.text}" for v in self.verdicts for f in v.findings if f.refuses]


def quick_audit(
    course: Course,
    changed: Collection[str] | None = None,
    budget_seconds: float = 120.0,
    jobs: int | None = None,
    turn: int | None = None,
) -> QuickAudit:
    """Changed exercises first (by their proofs, unless told), then those whose turn it is; trainings take too long."""
    deadline = time.monotonic() + budget_seconds
    everything = choose(course, "all", None)
    known = changed_exercises(everything) if changed is None else set(changed)
    first = [(a, e) for a, e in everything if e.id in known and not e.training]
    rest = [(a, e) for a, e in everything if e.id not in known and not e.training and not _is_under_way(a, e)]
    sample = in_turn(rest, commits(course) if turn is None else turn)
    verdicts: list[Verdict] = []
    unfinished: list[str] = []
    for chosen in (first, sample):
        for v in audit_exercises(course, chosen, WANTED, jobs=jobs, deadline=deadline):
            if v.error or not v.unfinished:
                verdicts.append(v)
            else:
                unfinished.append(v.exercise.id)
    return QuickAudit(verdicts, [e.id for _, e in first], [e.id for _, e in sample], unfinished)


def changed_exercises(chosen: Chosen) -> set[str]:
    """Exercises that no proof covers as they are now. What was never proven in a draft is still being written."""
    void = (ProofState.CHANGED, ProofState.MISSING)
    return {e.id for a, e in chosen if standing(a, e, load_proofs(a)) in void and not _is_under_way(a, e)}


def _is_under_way(assignment: Assignment, exercise: Exercise) -> bool:
    return assignment.status == "draft" and exercise.id not in load_proofs(assignment)


def in_turn(chosen: Chosen, turn: int) -> Chosen:
    """A twentieth of them, another one with every turn."""
    share = math.ceil(len(chosen) / TURNS)
    return [pair for i, pair in enumerate(chosen) if share and i // share == turn % TURNS]


def commits(course: Course) -> int:
    """How many commits the course has; 0 without git."""
    try:
        done = subprocess.run(
            ["git", "rev-list", "--count", "HEAD"], cwd=course.root, capture_output=True, text=True, timeout=20, check=False
        )
        return int(done.stdout.strip() or 0)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return 0
