"""Runs graders over the queue until it is empty: starts them, watches them, replaces the dead, keeps the views fresh."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from autograder.errors import UserError
from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.runs import grader_process as grader
from autograder.runs.spare_grader import take_grader
from autograder.store.owners import owner_id
from autograder.store.queue import Progress, Store

POLL_SECONDS = 0.1
NO_PLACE = "this machine cannot grade what waits; it was given back, and nothing was recorded. The last grader said:"
FEW = 2
"""Submissions for which a grader need not be made ready for many."""
MOST_IDLE_DEATHS = 5
"""Of graders that held no submission, without a result in between. One that died on a submission counts as an attempt on that
one (`store.MAX_ATTEMPTS`): some hand-ins that bring graders down must not end the run for the others."""


@dataclass
class Running:
    process: subprocess.Popen[bytes]
    errors: IO[bytes]
    owner: str
    slot: Slot


def start(plan: Plan, database: str, lock: Path, slot: Slot, able: Sequence[str] = ("",), quick: bool = False) -> Running:
    """`quick`: for a few submissions; it is ready sooner."""
    taken = take_grader()
    process = taken.process
    assert process.stdin is not None
    # The database's URL may hold a password: not on the command line, where everybody sees it.
    order = {
        "plan": asdict(plan),
        "digest": plan.digest,
        "lock": str(lock),
        "slot": asdict(slot),
        "able": list(able),
        "database": database,
        "parent": os.getpid(),
        "quick": quick,
    }
    with suppress(BrokenPipeError):  # it has died: whoever watches it will see
        process.stdin.write(json.dumps(order).encode())
        process.stdin.close()
    return Running(process, taken.errors, owner_id(process.pid), slot)


def run_queue(
    plan: Plan,
    store: Store,
    database: str,
    lock: Path,
    slots: list[Slot],
    watch: Callable[[Progress], None] = lambda p: None,
    able: Sequence[str] = ("",),
) -> None:
    """Blocks until every submission of the plan is done, by these graders or by those of other machines.

    A dead grader's submission is leased again by another. A slot whose grader says that this machine cannot grade is given
    up; when none is left, the run ends with what the last one said.
    """
    store.release()
    graders: list[Running] = []
    free, last = list(slots), ""
    done = idle_deaths = 0
    try:
        while True:
            for running in [each for each in graders if each.process.poll() is not None]:
                graders.remove(running)
                last = _last_words(running)
                idle_deaths += _ended(plan, store, running, last, free, idle_deaths)
            asked = time.monotonic()
            progress = store.progress(plan.digest, able)
            took = time.monotonic() - asked
            if progress.done > done:
                done, idle_deaths = progress.done, 0
            watch(progress)
            left = progress.queued + progress.leased
            if left == 0:
                return
            while free and len(graders) < left:
                graders.append(start(plan, database, lock, free.pop(0), able, quick=left <= FEW))
            if not graders:
                raise UserError(f"{NO_PLACE} {last}")
            # A large queue on a busy server is not asked all the time.
            time.sleep(max(POLL_SECONDS, 10 * took))
    finally:
        for running in graders:
            running.process.kill()
            running.process.wait()
            store.release(running.owner)


def wait_for_others(plan: Plan, store: Store, watch: Callable[[Progress], None]) -> None:
    """Blocks until graders on other machines have done everything."""
    while True:
        store.release()
        asked = time.monotonic()
        progress = store.progress(plan.digest)
        took = time.monotonic() - asked
        watch(progress)
        if progress.queued + progress.leased == 0:
            return
        time.sleep(max(POLL_SECONDS, 10 * took))


def _ended(plan: Plan, store: Store, running: Running, words: str, free: list[Slot], idle_deaths: int) -> bool:
    """What to do about a grader that ended. Whether it died without a submission in its hands."""
    status = running.process.returncode
    if status == 0:  # it saw an empty queue; if that changed since, another one is started
        free.append(running.slot)
        return False
    if status == grader.BAD_COURSE:
        raise UserError(words)
    if status == grader.REFUSED:
        raise UserError(_refusal(plan, words))
    held = store.release(running.owner)
    if status == grader.RETIRED:
        return False
    if idle_deaths + (not held) > MOST_IDLE_DEATHS:
        raise UserError(f"graders keep dying; the last one said:\n{words or f'status {status}'}")
    free.append(running.slot)
    return not held


def _last_words(running: Running) -> str:
    running.errors.seek(0)
    return running.errors.read()[-3000:].decode(errors="replace").strip()


def _refusal(plan: Plan, words: str) -> str:
    return (
        f"this machine cannot give the isolation {plan.isolation!r} that was asked for ({words.removeprefix('refused: ')}); "
        "see what is missing with: gradmark doctor, or grade code that you trust with: --isolation none"
    )
