"""How a process spends its time, as the kernel sees it: whether it sleeps, or waits for a core that others have."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def waits(pid: int | str) -> dict[str, float] | None:
    """Thread -> seconds that it was ready to run and had no core so far; None where the kernel does not say."""
    try:
        return {
            thread.name: int((thread / "schedstat").read_text(encoding="ascii").split()[1]) / 1e9
            for thread in Path(f"/proc/{pid}/task").iterdir()
        }
    except (OSError, IndexError, ValueError):
        return None


def starved_between(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Seconds that a process had to wait for a core: those of the thread that waited longest.

    Not those of all threads together: fifty that wake at the same moment wait for each other, and seem to wait for hours
    while the process does nothing.
    """
    return max((waited - before.get(thread, 0.0) for thread, waited in after.items()), default=0.0)


def asleep(pid: int) -> bool:
    """Whether it sleeps by its own choice: it neither runs nor waits for a core, a disk or memory."""
    try:
        return (
            Path(f"/proc/{pid}/stat")
            .read_text(encoding="ascii", errors="replace")
            .rpartition(")")[2]
            .split()[0]
            == "S"
        )
    except (OSError, IndexError):
        return False
