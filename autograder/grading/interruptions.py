"""What was ended from outside while a submission was graded: how often it is tried again, and what is said of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from autograder.grading.results import SubmissionResult

if TYPE_CHECKING:
    from autograder.grading.workers import WorkerTransport, ZygotePool

TRIES = 4
"""Of each test in company, and as many alone."""
PAUSES = (0.0, 0.3, 1.0)
"""Seconds before the next try: when memory is short, a moment later it may not be."""
OUTSIDE = "ended from outside"
BROKEN_OFF = f"the grading of this submission was {OUTSIDE} again and again, not by your code; staff will look at it"


class Interruptions:
    """Of one submission."""

    def __init__(self) -> None:
        self.count = 0
        self.undecided = False
        """Something stayed without a verdict."""

    def pause(self, attempt: int) -> None:
        """Notes one more; what follows gets a moment of rest."""
        self.count += 1
        time.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])

    def start_over(
        self, pool: ZygotePool, transport: WorkerTransport, attempt: int, new_zygote: bool, expected: bool = False
    ) -> None:
        """After a process was ended from outside, or by us if `expected`: what comes next finds a new worker."""
        if new_zygote:
            pool.discard(transport.program.runtime)
        transport.clock.forget_test()
        transport.abandon()
        if not expected:
            self.pause(attempt)

    def notes(self) -> list[str]:
        if not self.undecided:
            return []
        return [f"Some tests were {OUTSIDE} again and again, not by your code. They have no result yet; staff will look at it."]


def warnings(results: Sequence[SubmissionResult]) -> list[str]:
    """For whoever runs the command."""
    found = []
    times = sum(r.interruptions for r in results)
    if times:
        found.append(
            f"processes that grade were {OUTSIDE} {times} times (is memory short?); what they worked on was done again"
        )
    undecided = [r.submission for r in results if any(OUTSIDE in note for note in r.notes)]
    if undecided:
        found.append(
            f"{OUTSIDE} again and again, and so without a result in some tests: {listed(undecided)}; "
            "grade them again, with fewer --jobs or more memory, with: --force"
        )
    return found


def listed(names: Sequence[str], most: int = 8) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
