"""What an engine is to us: three functions.

    runner.start(3)     three more `gradmark work`, somewhere
    runner.alive()      how many of them run or will run
    runner.stop()       none any more

Which submissions they grade is between them and the queue. One that dies loses nothing, and is replaced.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from autograder.course.runner_settings import RunnerSettings
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.store.queue import Progress, Store

POLL_SECONDS = 1.0
STARTS = 10
"""So many times each worker may be replaced without a result in between."""


class Runner(Protocol):
    name: str

    def start(self, count: int) -> None: ...

    def alive(self) -> int: ...

    def stop(self) -> None: ...

    def last_words(self) -> str:
        """What the workers said, for whoever has to find out why they end."""


@dataclass(frozen=True)
class Site:
    """What every engine is told."""

    database: str
    """With its password: only ever in an environment."""
    settings: RunnerSettings
    gpus_per_worker: float
    logs: Path

    @property
    def command(self) -> list[str]:
        """One grader each: engines count cores and GPUs by worker."""
        return [*(self.settings.command or [sys.executable, "-m", "autograder"]), "work", "--jobs", "1"]


def run_on(runner: Runner, plan: Plan, store: Store, workers: int, watch: Callable[[Progress], None]) -> None:
    """Blocks until every submission is done; keeps so many workers going; at the end, however that comes, none is left."""
    started, done = 0, -1
    try:
        while True:
            store.release()
            progress = store.progress(plan.digest)
            watch(progress)
            left = progress.queued + progress.leased
            if left == 0:
                return
            if progress.done > done:
                started, done = 0, progress.done
            missing = min(workers, left) - runner.alive()
            if missing > 0:
                if started >= STARTS * workers:
                    raise UserError(f"graders on {runner.name} end without grading anything; they said:\n{runner.last_words()}")
                runner.start(missing)
                started += missing
            time.sleep(POLL_SECONDS)
    finally:
        runner.stop()
