"""The body of `gradmark work`: graders on this machine for queues that were filled elsewhere."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from autograder.errors import UserError
from autograder.grading.devices import Slot, slots_here
from autograder.jail.policy import Level
from autograder.jail.probe import require
from autograder.runs.graders import run_queue
from autograder.runs.shipping import cache_folder, fetch, own_temporary_folder
from autograder.store.patience import patiently
from autograder.store.queue import Progress, Store
from autograder.store.shelf import OpenPlan

POLL_SECONDS = 2.0
ENDED = 143
"""Exit status after SIGTERM."""


@dataclass
class WorkDone:
    """What was done here."""

    plans: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """Plan -> why this machine does not grade it."""


def work(
    database: str,
    *,
    jobs: int = 0,
    per_gpu: int = 1,
    stay: bool = False,
    say: Callable[[str], None] = lambda words: print(words, file=sys.stderr),
) -> WorkDone:
    """Grades what waits in `database`, plan after plan, until nothing waits that this machine can do; `stay` waits for more.

    Needs no file of the course and none of a student: both come from the database. A plan that would be another one on this
    machine is refused. On SIGTERM, what is being graded goes back to the queue.
    """
    done = WorkDone()
    store = patiently(lambda: Store(database))
    try:
        with ended_by_sigterm():
            cache = cache_folder()
            while True:
                plan = _next(store, done.refused)
                if plan is not None:
                    try:
                        _grade(store, database, plan, cache, slots_here(jobs, per_gpu, "gpu" in plan.needs), say)
                        done.plans.append(plan.plan)
                    except UserError as error:
                        if not stay:
                            raise
                        done.refused[plan.plan] = str(error)
                        say(str(error))
                elif stay:
                    time.sleep(POLL_SECONDS)
                else:
                    return done
    finally:
        store.close()


def _next(store: Store, refused: dict[str, str]) -> OpenPlan | None:
    """The first plan with work for this machine. What others hold counts: they may die."""
    able = set(slots_here(1, 1, True)[0].able)
    for plan in store.shelf.open_plans():
        if plan.plan not in refused and plan.needs & able:
            return plan
    return None


def _grade(store: Store, database: str, waiting: OpenPlan, cache: Path, slots: list[Slot], say: Callable[[str], None]) -> None:
    plan = fetch(store, waiting.plan, cache)
    if plan.isolation != "none":
        require(cast(Level, plan.isolation))
    say(f"{plan.assignment_name}: {waiting.queued} waiting, {waiting.leased} being graded; {len(slots)} graders here")
    done = 0

    def watch(progress: Progress) -> None:
        nonlocal done
        done = progress.done

    # Alone means alone on this machine, whoever shares the home folder.
    lock = own_temporary_folder() / f"{waiting.plan[:32]}.lock"
    run_queue(plan, store, database, lock, slots, watch, slots[0].able)
    say(f"{plan.assignment_name}: done, {done} submissions")


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """SIGTERM, as schedulers and containers send it, ends what is inside in order."""

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not stop the giving back
        raise SystemExit(ENDED)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
