"""The CPU time that a test's own code may take: what a student's code returned must not hold a grader.

A suite may loop over an array, or do something with it whose cost grows with the square of its size, and the size was the
student's choice (within what one message may hold). The kernel counts this process's time and interrupts it. A single call
into numpy is not interrupted in the middle; those end by themselves, since the memory they may take is limited.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

LEAST = 20.0
"""Seconds; a hundred times what most tests take."""
BUDGETS = 4
"""And so many times what the student's code may compute in the same test."""
TIMES = 10
"""And so many times what the whole test takes with the reference in the student's place."""
FREE = 0.2
"""This share of it is nobody's account; what a test takes beyond that counts as the submission's time."""
WORDS = (
    "what your code returned takes far longer to check than a right answer does. "
    "Is it of the size and form that the task asks for?"
)
AGAIN = 1.0
"""Seconds after which an interruption is repeated: one that comes while an object is being deleted has no effect."""


class TooLong(BaseException):
    """Raised in the middle of a test: no `except Exception` of a suite may take it for something else."""


class SuiteClock:
    """`with clock:` ends what is run inside after so many CPU seconds of this process; `is_over` says whether it did."""

    _running: SuiteClock | None = None

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.is_over = False
        self.used = 0.0

    def __enter__(self) -> SuiteClock:
        if _can_be_interrupted():
            # The handler stays: without one, a signal that is delivered late would end the process.
            signal.signal(signal.SIGPROF, _interrupt)
            SuiteClock._running = self
            signal.setitimer(signal.ITIMER_PROF, self.seconds, AGAIN)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if _can_be_interrupted():
            SuiteClock._running = None
            left, _ = signal.setitimer(signal.ITIMER_PROF, 0)
            self.used = self.seconds if self.is_over else self.seconds - left
        return kind is TooLong

    @property
    def beyond(self) -> float:
        """Seconds that count as the submission's time."""
        return max(0.0, self.used - FREE * self.seconds)


def _interrupt(*_: object) -> None:
    if SuiteClock._running is not None:
        SuiteClock._running.is_over = True
        raise TooLong


@contextmanager
def paused() -> Iterator[None]:
    """What is run inside is our own affair, and does not depend on what was returned."""
    if not _can_be_interrupted():
        yield
        return
    left, again = signal.setitimer(signal.ITIMER_PROF, 0)
    try:
        yield
    finally:
        if left:
            signal.setitimer(signal.ITIMER_PROF, left, again)


def _can_be_interrupted() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
