"""How a process spends its time, as the kernel sees it: whether it sleeps, or waits for a core that others have."""

from __future__ import annotations

import os
from collections.abc import Mapping


def waits(pid: int) -> dict[str, float] | None:
    """Thread -> seconds that it was ready to run and had no core so far; None where the kernel does not say."""
    folder = f"/proc/{pid}/task"
    try:
        threads = os.listdir(folder)  # noqa: PTH208
        return {thread: _waited(f"{folder}/{thread}/schedstat") for thread in threads}
    except (OSError, IndexError, ValueError):
        return None


def waited_here() -> float:
    """The same of the thread that asks; 0 where the kernel does not say."""
    try:
        return _waited("/proc/thread-self/schedstat")
    except (OSError, IndexError, ValueError):
        return 0.0


def starved_between(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Seconds that a process had to wait for a core: those of the thread that waited longest.

    Not those of all threads together: fifty that wake at the same moment wait for each other, and seem to wait for hours
    while the process does nothing.
    """
    return max((waited - before.get(thread, 0.0) for thread, waited in after.items()), default=0.0)


def asleep(pid: int) -> bool:
    """Whether it sleeps by its own choice: it neither runs nor waits for a core, a disk or memory."""
    try:
        return _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[0] == b"S"
    except (OSError, IndexError):
        return False


def _waited(path: str) -> float:
    return int(_read(path).split()[1]) / 1e9


def _read(path: str) -> bytes:
    """A small file of the kernel's. It is read for every exercise, so without the layers of `open`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 4096)
    finally:
        os.close(descriptor)
