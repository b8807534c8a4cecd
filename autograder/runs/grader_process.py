"""A grader process: collects the suites once, then leases submissions and grades them until none is left.

`python -m autograder.runs.grader_process` reads plan, slot and database as JSON. It is trusted and holds the
secret; student code runs only in workers forked from zygotes that never did.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from autograder.errors import UserError, of_the_disk
from autograder.grading.devices import Slot
from autograder.grading.interruptions import BROKEN_OFF
from autograder.grading.plan import Plan
from autograder.grading.rehearsal import try_worker
from autograder.grading.submission import Grading
from autograder.grading.workers import Budget, JailRefused, ZygotePool
from autograder.intake.places import Found, found_from_json
from autograder.intake.stored import Stored, unpack
from autograder.store.owners import owner_id
from autograder.store.patience import patiently
from autograder.store.queue import LEASE_SECONDS, MAX_ATTEMPTS, Job, Store
from autograder.store.shelf import digest_of_bytes
from autograder.suites import memory
from autograder.suites.outcome import Outcome
from autograder.suites.runner import SuiteRunner, with_suites
from autograder.suites.transport import PlaceError
from autograder.worker import torch_compiler

REFUSED = 3
"""Exit status when this machine cannot give the isolation that was asked for."""
BAD_COURSE = 2
RETIRED = 4
"""Exit status of a grader that had to give back several submissions: the machine is at fault, and another one like it
would not help."""
MOST_TROUBLES = 2
"""Submissions that a grader gives back before it retires."""
SHORTEST_WAIT, LONGEST_WAIT = 0.05, 5.0
"""Seconds between looks at a queue of which others hold the rest."""


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


class ContentMissing(PlaceError):
    """The hand-in is not where it should be."""


class Heartbeat:
    """Renews the lease of the submission at hand: as long as this process lives, and grading goes on.

    A lease is short, so that the work of a dead machine is soon taken over, and a test may be long. A thread renews it; but
    not for ever: a grader that has finished no test for `patience` seconds hangs.
    """

    def __init__(self, store: Store, owner: str, seconds: float, patience: float) -> None:
        self.store, self.owner, self.seconds, self.patience = store, owner, seconds, patience
        self.job: Job | None = None
        self.last = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._thread.start()

    def alive(self) -> None:
        """Called between tests."""
        self.last = time.monotonic()

    @contextmanager
    def during(self, job: Job) -> Iterator[None]:
        self.alive()
        self.job = job
        try:
            yield
        finally:
            self.job = None

    def stop(self) -> None:
        self._over.set()
        self._thread.join(5)

    def _beat(self) -> None:
        while not self._over.wait(self.seconds / 4):
            job = self.job
            if job is not None and time.monotonic() - self.last < self.patience:
                with suppress(UserError):  # the next beat, or the end of the submission, will tell
                    self.store.renew(job, self.owner, self.seconds)


def lease_seconds() -> float:
    return float(os.environ.get("GRADMARK_LEASE_SECONDS") or LEASE_SECONDS)


def run(
    plan: Plan, digest: str, database: str, lock: Path, slot: Slot, able: tuple[str, ...] = ("",), quick: bool = False
) -> None:
    """`digest` names the plan in the queue: only what waits for this plan is graded with it. `quick`: that is little."""
    owner = owner_id()
    store = patiently(lambda: Store(database))
    pool = ZygotePool(plan.isolation, slot, quick)
    for runtime in plan.runtimes:
        pool.get(runtime)  # starts while we collect
    company = Company(lock)
    # The longest that one test may take, retried alone.
    longest = 3 * max(Budget(e.seconds).wall for e in plan.exercises)
    heart = Heartbeat(store, owner, lease_seconds(), LEASE_SECONDS + longest)

    def work(runner: SuiteRunner) -> None:
        if problem := try_worker(pool, plan.runtimes[0]):
            raise UserError(f"no worker can be started on this machine ({problem}); see: gradmark doctor")
        grading = Grading(plan, runner, pool, store, alone=company.alone, alive=heart.alive)
        memory.limit(memory.OF_A_GRADER)
        gc.collect()
        gc.freeze()  # suites, references and libraries stay: nobody needs to look for garbage among them
        troubles = 0
        for job in jobs_of(store, owner, digest, able):
            with company.working(), heart.during(job):
                try:
                    grade_job(grading, store, job, owner)
                    troubles = 0
                except PlaceError as error:
                    store.give_back(job, owner, f"{owner}: {error}")
                    troubles += 1
                    if troubles >= MOST_TROUBLES:
                        raise

    try:
        with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder, public=plan.public_files)
    finally:
        heart.stop()
        pool.close()
        store.close()


def jobs_of(store: Store, owner: str, plan: str, able: tuple[str, ...]) -> Iterator[Job]:
    """Leases until the last submission is done, also those of others: what a killed machine held comes back."""
    wait = SHORTEST_WAIT
    while True:
        job = store.lease(owner, lease_seconds(), plan, able)
        if job is not None:
            wait = SHORTEST_WAIT
            yield job
            continue
        store.release()  # of neighbours that died
        left = store.progress(plan, able)
        if left.queued + left.leased == 0:
            return
        time.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


def grade_job(grading: Grading, store: Store, job: Job, owner: str) -> None:
    if job.attempts > MAX_ATTEMPTS:
        message = f"{BROKEN_OFF} (a grader broke off {MAX_ATTEMPTS} times)"
        result = grading.nothing_to_grade(job.submission, Outcome.INCONCLUSIVE, message, time.perf_counter())
        staff = [f"no machine could grade it; the last one said: {job.trouble}"] if job.trouble else []
        for exercise in result.exercises:
            exercise.for_staff += staff
        store.complete(job, owner, result.model_dump())
        return
    result = grading.submission(job.submission, handed_in(store, job))
    store.complete(job, owner, result.model_dump(), grading.fresh)


def handed_in(store: Store, job: Job) -> Found | Stored:
    """From the store; in a run that an earlier gradmark began, from where it lay."""
    if job.content is None:
        found = found_from_json(job.submission, job.source)
        if not found.path.exists() and found.author.platform != "gradescope":
            raise ContentMissing(f"{found.path} cannot be seen from here")
        return found
    body = job.body
    if body is None or digest_of_bytes(body) != job.content:
        raise ContentMissing(f"the store has not the hand-in of {job.submission} ({job.content[:12]}...)")
    try:
        return unpack(body)
    except ValueError as error:
        raise ContentMissing(f"the hand-in of {job.submission} in the store cannot be read: {error}") from None


def die_with_parent() -> None:
    """A killed command takes its graders along; their leases are given back by the next run."""
    ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGKILL)


def leave_if_orphaned(parent: int) -> None:
    """For a parent that died before `die_with_parent`. Its number is told: the first process of a container is number 1."""
    if os.getppid() != parent:
        sys.exit(1)


def main() -> None:
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the command's to handle: it ends us
    text = sys.stdin.read()
    if not text:
        return  # started ahead, and not needed
    torch_compiler.leave_out()
    order = json.loads(text)
    leave_if_orphaned(order["parent"])
    slot = Slot(**{**order["slot"], "files": tuple(order["slot"]["files"])})
    plan, database = Plan(**order["plan"]), order["database"]
    try:
        run(plan, order["digest"], database, Path(order["lock"]), slot, tuple(order["able"]), order["quick"])
    except JailRefused as error:
        print(f"refused: {error}", file=sys.stderr)
        sys.exit(REFUSED)
    except PlaceError as error:
        print(error, file=sys.stderr)
        sys.exit(RETIRED)
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
