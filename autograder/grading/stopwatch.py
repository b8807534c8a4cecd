"""How long a worker lets the grader wait: a sleep counts, a wait for a core that other processes have does not."""

from __future__ import annotations

import time

from autograder.grading.allowance import Allowance
from autograder.jail.scheduling import starved_between, waited_here, waits

LOOK = 0.05
"""Seconds of waiting after which the kernel is asked again; most calls are over long before."""


class Stopwatch:
    """Of one transport. Started and stopped with each exchange; `begin` starts the count of the next test."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.test = 0.0
        """Seconds of this test that count."""
        self.knows = False
        """Whether the kernel says who waits for a core."""
        self._loose = 0.0
        """Seconds that were not looked at yet."""
        self._from: float | None = None
        self._pid = 0
        self._theirs: dict[str, float] = {}
        """Thread of the worker -> how long it had waited for a core, when the kernel was last asked."""
        self._ours = 0.0

    def watch(self, pid: int) -> None:
        """From now on, of this process."""
        self._pid, self._theirs = pid, {}
        self._starved_since()

    def begin(self) -> None:
        if self._loose > LOOK:
            self._settle()
        self.allowance.charge(self._loose)  # too short to ask the kernel about
        self._loose = self.test = 0.0

    def start(self) -> None:
        self._from = time.monotonic()

    def stop(self) -> None:
        self._take()
        self._from = None

    def leave_out(self, seconds: float) -> None:
        """What the grader computed in the middle of an exchange is not the worker's time."""
        if self._from is not None:
            self._from += seconds

    def seconds(self) -> float:
        """Of this test so far."""
        self._take()
        if self._loose > LOOK:
            self._settle()
        return self.test + self._loose

    def left(self) -> float:
        """Of the submission's total."""
        return self.allowance.left - self._loose

    def forget_test(self) -> None:
        """What was ended from outside has cost nobody anything."""
        self._settle()
        self.allowance.charge(-self.test)
        self.test = 0.0

    def _take(self) -> None:
        if self._from is not None:
            now = time.monotonic()
            self._loose += now - self._from
            self._from = now

    def _settle(self) -> None:
        if not self._loose:
            return
        counts = self._loose - min(max(self._starved_since(), 0.0), self._loose)
        self._loose = 0.0
        self.test += counts
        self.allowance.charge(counts)

    def _starved_since(self) -> float:
        """Of the worker, and of this process: an answer that is there and not fetched is not late."""
        theirs, ours = waits(self._pid), waited_here()
        self.knows = theirs is not None
        found = starved_between(self._theirs, theirs or {}) + ours - self._ours
        self._theirs, self._ours = self._theirs if theirs is None else theirs, ours
        return found
