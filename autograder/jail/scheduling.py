"""How a process spends its time, as the kernel sees it: whether it sleeps, or waits for a core that others have."""

from __future__ import annotations

from pathlib import Path


def starved(pid: int | str) -> float | None:
    """Seconds that the threads of a process were ready to run and had no core; None where the kernel does not say."""
    try:
        waits = [
            int((thread / "schedstat").read_text(encoding="ascii").split()[1])
            for thread in Path(f"/proc/{pid}/task").iterdir()
        ]
    except (OSError, IndexError, ValueError):
        return None
    return sum(waits) / 1e9


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
