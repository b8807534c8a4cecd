"""A memory limit of this process's own: what a student's code makes it compute may cost a test, never the machine.

The kernel counts writable private memory (RLIMIT_DATA): unlike address space it leaves out what libraries, CUDA among
them, merely reserve. Whoever asks for more gets a MemoryError. Only the soft limit is set, so that it can be lifted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import resource
except ImportError:  # Windows, where no student's code but one's own is run
    resource = None  # type: ignore[assignment]

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
NO_LIMIT = -1
OF_A_GRADER = 2 << 30
"""Bytes that a grader may take on top of what it has when its suites are loaded. More costs a test, and not the run."""


@contextmanager
def at_most(spare: int) -> Iterator[None]:
    """Inside, this process may take `spare` bytes more than it has; a limit that is lower already stays."""
    before = _soft()
    wanted = _in_use() + spare
    if not wanted or (before != NO_LIMIT and before <= wanted):
        yield
        return
    _set_soft(wanted)
    try:
        yield
    finally:
        _set_soft(before)


def limit(spare: int) -> None:
    """The same for the rest of this process's life."""
    if in_use := _in_use():
        _set_soft(in_use + spare)


def _soft() -> int:
    return resource.getrlimit(resource.RLIMIT_DATA)[0] if resource is not None else NO_LIMIT


def _set_soft(soft: int) -> None:
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if hard != NO_LIMIT and (soft == NO_LIMIT or soft > hard):
        soft = hard
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _in_use() -> int:
    """Bytes that the limit counts; 0 where that is not known, and nothing can be limited."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123 - one read of a kernel file
            return int(statm.read().split()[5]) * PAGE
    except (OSError, ValueError, IndexError):
        return 0
