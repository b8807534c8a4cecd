"""A grader process: collects the suites once, then leases submissions and grades them until none is left.

`python -m autograder.runs.grader_process LOCK` reads plan, slot and database as JSON. It is trusted and holds the
secret; student code runs only in workers forked from zygotes that never did.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import UserError, of_the_disk
from autograder.grading.devices import Slot
from autograder.grading.interruptions import BROKEN_OFF
from autograder.grading.plan import Plan
from autograder.grading.rehearsal import try_worker
from autograder.grading.submission import Grading
from autograder.grading.workers import Budget, JailRefused, ZygotePool
from autograder.intake.places import found_from_json
from autograder.store.queue import LEASE_SECONDS, MAX_ATTEMPTS, Job, Store, owner_id, patiently
from autograder.suites import memory
from autograder.suites.outcome import Outcome
from autograder.suites.runner import SuiteRunner, with_suites

REFUSED = 3
"""Exit status when the isolation that was asked for cannot be had."""
BAD_COURSE = 2
MEMORY = 2 << 30
"""Bytes that a grader may take on top of what it has when its suites are loaded. More costs a test, and not the run."""


class Company:
    """Graders of one run share a lock; a repeated test takes it alone, so that a busy machine costs nobody marks."""

    def __init__(self, path: Path) -> None:
        import fcntl

        self.fcntl = fcntl
        self.file = path.open("w")
        fcntl.flock(self.file, fcntl.LOCK_SH)

    @contextmanager
    def alone(self) -> Iterator[None]:
        self.fcntl.flock(self.file, self.fcntl.LOCK_UN)
        self.fcntl.flock(self.file, self.fcntl.LOCK_EX)
        try:
            yield
        finally:
            self.fcntl.flock(self.file, self.fcntl.LOCK_SH)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Held while a submission is graded; between submissions others may be alone."""
        self.fcntl.flock(self.file, self.fcntl.LOCK_SH)
        try:
            yield
        finally:
            self.fcntl.flock(self.file, self.fcntl.LOCK_UN)


def run(plan: Plan, digest: str, database: str, lock: Path, slot: Slot) -> None:
    """`digest` names the plan in the queue: only what waits for this plan is graded with it."""
    owner = owner_id()
    store = patiently(lambda: Store(database))
    pool = ZygotePool(plan.isolation, slot)
    for runtime in {e.runtime for e in plan.exercises} | {"numpy"}:
        pool.get(runtime)  # starts while we collect
    company = Company(lock)
    # Renewed between tests, so it must outlast the longest one, retried alone.
    seconds = LEASE_SECONDS + 3 * max(Budget(e.seconds).wall for e in plan.exercises)

    def work(runner: SuiteRunner) -> None:
        if problem := try_worker(pool, "numpy"):
            raise UserError(f"no worker can be started on this machine ({problem}); see: gradmark doctor")
        grading = Grading(plan, runner, pool, store, alone=company.alone)
        memory.limit(MEMORY)
        while job := store.lease(owner, seconds, digest):
            with company.working():
                grade_job(grading, store, job, owner, seconds)

    try:
        with_suites(
            plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder, public=plan.public_files
        )  # fmt: skip
    finally:
        pool.close()
        store.close()


def grade_job(grading: Grading, store: Store, job: Job, owner: str, seconds: float) -> None:
    if job.attempts > MAX_ATTEMPTS:
        message = f"{BROKEN_OFF} (a grader broke off {MAX_ATTEMPTS} times)"
        result = grading.nothing_to_grade(job.submission, Outcome.INCONCLUSIVE, message, time.perf_counter())
        store.complete(job, owner, result.model_dump())
        return
    renewed = time.monotonic()

    def alive() -> None:
        nonlocal renewed
        if time.monotonic() - renewed > LEASE_SECONDS / 4:
            store.renew(job, owner, seconds)
            renewed = time.monotonic()

    grading.alive = alive
    result = grading.submission(job.submission, found_from_json(job.submission, job.source))
    store.complete(job, owner, result.model_dump(), grading.fresh)


def die_with_parent() -> None:
    """A killed command takes its graders along; their leases are given back by the next run."""
    ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGKILL)
    if os.getppid() == 1:
        sys.exit(1)


def main() -> None:
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the command's to handle: it ends us
    lock = Path(sys.argv[1])
    order = json.loads(sys.stdin.read())
    plan, slot, database = Plan(**order["plan"]), Slot(**order["slot"]), order["database"]
    try:
        run(plan, order["digest"], database, lock, slot)
    except JailRefused as error:
        print(f"refused: {error}", file=sys.stderr)
        sys.exit(REFUSED)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(BAD_COURSE)
    except OSError as error:
        if known := of_the_disk(error):
            print(known, file=sys.stderr)
            sys.exit(BAD_COURSE)
        traceback.print_exc()
        sys.exit(1)
    except Exception:
        traceback.print_exc()
        sys.exit(1)


if __name__ == "__main__":
    main()
