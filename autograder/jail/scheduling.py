"""How a process spends its time, as the kernel sees it: whether it sleeps, or waits for a core that others have."""

from __future__ import annotations

import os


def starved(pid: int) -> float | None:
    """Seconds that the threads of a process were ready to run and had no core; None where the kernel does not say."""
    folder = f"/proc/{pid}/task"
    try:
        waits = [int(_read(f"{folder}/{thread}/schedstat").split()[1]) for thread in os.listdir(folder)]  # noqa: PTH208
    except (OSError, IndexError, ValueError):
        return None
    return sum(waits) / 1e9


def starved_here() -> float:
    """The same of the thread that asks; 0 where the kernel does not say."""
    try:
        return int(_read("/proc/thread-self/schedstat").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def _read(path: str) -> bytes:
    """A small file of the kernel's. It is read for every exercise, so without the layers of `open`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 4096)
    finally:
        os.close(descriptor)


def asleep(pid: int) -> bool:
    """Whether it sleeps by its own choice: it neither runs nor waits for a core, a disk or memory."""
    try:
        return _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[0] == b"S"
    except (OSError, IndexError):
        return False
