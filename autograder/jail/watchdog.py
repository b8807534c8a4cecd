"""A worker seen from the grader: memory in use, for CUDA, where the address space cannot be limited, and threads."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


def rss(pid: int) -> int | None:
    """Resident bytes of a process, or None if it is gone (or this system has no /proc)."""
    try:
        words = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return None


def threads(pid: int) -> int:
    """Of a process; 0 if it is gone (or this system has no /proc)."""
    try:
        return os.stat(f"/proc/{pid}/task").st_nlink - 2  # noqa: PTH116 - looked at often
    except OSError:
        return 0


def exceeded(pid: int, limit: int) -> bool:
    """Whether a living process holds more than `limit` bytes. A dead one holds nothing."""
    size = rss(pid)
    return size is not None and size > limit


@dataclass
class ResidentWatchdog:
    """Asked by the grader between waits; remembers the peak for the record."""

    pid: int
    limit: int
    peak: int = 0

    def exceeded(self) -> bool:
        size = rss(self.pid)
        if size is None:
            return False
        self.peak = max(self.peak, size)
        return size > self.limit
