"""A grader process: collects the suites once, then leases submissions and grades them until none is left.

`python -m autograder.grading.grader LOCK` with plan, slot and database as JSON on standard input. It is trusted and holds the
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

from autograder.errors import UserError
from autograder.grading.devices import Slot
from autograder.grading.grade import Grading
from autograder.grading.plan import Plan
from autograder.grading.runner import SuiteRunner, with_suites
from autograder.grading.store import LEASE_SECONDS, MAX_ATTEMPTS, Job, Store, owner_id
from autograder.grading.workers import Budget, JailRefused, ZygotePool
from autograder.intake.find import Found

REFUSED = 3
"""Exit status when the isolation that was asked for cannot be had."""
BAD_COURSE = 2


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


def run(plan: Plan, database: str, lock: Path, slot: Slot) -> None:
    owner = owner_id()
    store = Store(database)
    pool = ZygotePool(plan.isolation, slot)
    for runtime in {e.runtime for e in plan.exercises} | {"numpy"}:
        pool.get(runtime)  # starts while we collect
    company = Company(lock)
    # Renewed between tests, so it must outlast the longest one, retried alone.
    seconds = LEASE_SECONDS + 3 * max(Budget(e.seconds).wall for e in plan.exercises)

    def work(runner: SuiteRunner) -> None:
        grading = Grading(plan, runner, pool, store, alone=company.alone)
        while job := store.lease(owner, seconds):
            with company.working():
                grade_job(grading, store, job, owner, seconds)

    try:
        with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()
        store.close()


def grade_job(grading: Grading, store: Store, job: Job, owner: str, seconds: float) -> None:
    if job.attempts > MAX_ATTEMPTS:
        message = f"grading broke off {MAX_ATTEMPTS} times; staff will look at it"
        result = grading.nothing_to_grade(job.submission, "inconclusive", message, time.perf_counter())
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


def found_to_json(found: Found) -> str:
    beside = [[name, str(path.resolve())] for name, path in found.beside]
    return json.dumps({"path": str(found.path.resolve()), "member": found.member, "beside": beside})


def found_from_json(name: str, text: str) -> Found:
    data = json.loads(text)
    return Found(name, Path(data["path"]), data["member"], tuple((n, Path(p)) for n, p in data["beside"]))


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
        run(plan, database, lock, slot)
    except JailRefused as error:
        print(f"refused: {error}", file=sys.stderr)
        sys.exit(REFUSED)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(BAD_COURSE)
    except Exception:
        traceback.print_exc()
        sys.exit(1)


if __name__ == "__main__":
    main()
