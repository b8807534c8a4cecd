"""A process and all that it started, by /proc: to end a run that hangs, to watch its memory, to shoot at it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    command: str
    resident: int
    """Bytes in memory."""
    started: str
    """With the pid this is one process for ever: pids are used again."""


def look(pid: int) -> Process | None:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return None
    if words[0] in "ZX":
        return None
    return Process(pid, int(words[1]), command.strip(), int(words[21]) * os.sysconf("SC_PAGE_SIZE"), words[19])


def family(root: int) -> list[Process]:
    """The process and its descendants, parents first."""
    everyone = [p for name in os.listdir("/proc") if name.isdigit() and (p := look(int(name)))]  # noqa: PTH208
    children: dict[int, list[Process]] = {}
    for process in everyone:
        children.setdefault(process.parent, []).append(process)
    found = [p for p in everyone if p.pid == root]
    for process in found:  # grows while it is walked
        found.extend(children.get(process.pid, []))
    return found


def kill(process: Process) -> bool:
    """Ends this very process, not one that got its number since."""
    again = look(process.pid)
    if again is None or again.started != process.started:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)
        return True
    return False


def run_bounded(command: list[str], seconds: float, **options: object) -> subprocess.CompletedProcess | None:
    """The finished process, or None when it took too long: then all that it started is ended, too."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload]
    try:
        out, errors = process.communicate(timeout=seconds)
        return subprocess.CompletedProcess(command, process.returncode, out, errors)
    except subprocess.TimeoutExpired:
        for each in reversed(family(process.pid)):
            kill(each)
        process.communicate()
        return None
