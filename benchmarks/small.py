"""A class of right answers to a small assignment, all different, so that no cache helps; and one grader to time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from peers import SMALL

from autograder.authoring.notebook import build_notebook
from autograder.course import Course
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.grading.workers import ZygotePool
from autograder.intake.find import find_submissions
from autograder.intake.places import found_from_json, found_to_json
from autograder.runs.grade import content_digest
from autograder.store.owners import owner_id
from autograder.store.queue import Store
from autograder.suites.runner import SuiteRunner, with_suites

T = TypeVar("T")


def write_class(kind: str, folder: Path, count: int, first: int = 0) -> Path:
    """`count` solved notebooks; each function says in a comment whose it is, and so has a slice of its own."""
    import nbformat

    course = Course(SMALL[kind])
    solved = build_notebook(course, course.assignment("01").select(), solutions=True)
    text = nbformat.writes(solved)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                lines = "".join(cell["source"]).splitlines()
                cell["source"] = "\n".join(
                    f"    # student {number}\n{line}" if line.startswith("    return ") else line for line in lines
                )
        (folder / f"student_{number:04d}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    return folder


def plan_for(kind: str, isolation: str = "standard", use_cache: bool = True) -> Plan:
    course = Course(SMALL[kind])
    selection = course.assignment("01").select()
    return Plan.make(course, selection, seed=0, isolation=isolation, use_cache=use_cache)


@contextmanager
def queue(plan: Plan, database: Path, submissions: Path) -> Iterator[Store]:
    """A store in which a class waits, as `gradmark grade` fills it."""
    store = Store(database)
    try:
        found = find_submissions([submissions])
        store.enqueue([(f.name, found_to_json(f), content_digest(f, plan)) for f in found], plan.digest)
        yield store
    finally:
        store.close()


def with_grader(plan: Plan, work: Callable[[Grading], T]) -> T:
    """Calls `work` with what a grader process has: collected suites, warm zygotes."""
    pool = ZygotePool(plan.isolation)
    for runtime in {e.runtime for e in plan.exercises} | {"numpy"}:
        pool.get(runtime)

    def inside(runner: SuiteRunner) -> T:
        return work(Grading(plan, runner, pool))

    try:
        return with_suites(plan.hidden_files, plan.exercises_of_module, inside, root=plan.assignment.folder)
    finally:
        pool.close()


def drain(grading: Grading, store: Store, most: int | None = None) -> list[float]:
    """Grades what waits in the store as a grader does; the seconds of each, lease and record included."""
    grading.store = store
    owner, seconds = owner_id(), []
    start = time.perf_counter()
    while len(seconds) != most and (job := store.lease(owner)):
        result = grading.submission(job.submission, found_from_json(job.submission, job.source))
        store.complete(job, owner, result.model_dump(), grading.fresh)
        now = time.perf_counter()
        seconds.append(now - start)
        start = now
    return seconds
