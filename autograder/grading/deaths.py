"""Why a worker ended: by our hand, by its own doing, by a limit, or from outside.

A jailed process can send itself no SIGKILL (jail/seccomp.py). One that none of our limits explains came from outside: the
kernel when memory is short, or a person. That is never the student's fault.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from autograder.suites.outcome import Outcome
from autograder.suites.transport import WorkerLost

OUTSIDE = "this test was ended from outside again and again, not by your code; staff will look at it"
_EXITING = 0x4
"""A flag of a process that is on its way out (PF_EXITING)."""


def is_ending(pid: int) -> bool:
    """Whether a process is dead, or dying of something that has happened to it already."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return words[0] in "ZX" or bool(int(words[6]) & _EXITING)
    except (OSError, IndexError, ValueError):
        return True


def exit_status(ended: dict[str, Any]) -> int | None:
    """Of a worker that ended by itself."""
    return os.WEXITSTATUS(ended["status"]) if os.WIFEXITED(ended["status"]) else None


def cause(ended: dict[str, Any], cpu_limit: float | None) -> WorkerLost:
    """What a worker's end means for the test that it worked on. `ended` is what its zygote said of it."""
    status = ended["status"]
    if os.WIFEXITED(status):
        return WorkerLost(Outcome.ERROR, "your code ended the Python process", f"exit status {os.WEXITSTATUS(status)}")
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return WorkerLost(Outcome.TIMEOUT, "your code took more than its computing time")
    if number == signal.SIGKILL:
        if ended.get("ours"):
            return WorkerLost(Outcome.ERROR, "your code broke the connection to the grader", "it closed its wire")
        if cpu_limit is not None and ended.get("cpu", 0.0) >= cpu_limit:
            return WorkerLost(Outcome.TIMEOUT, "your code took more than its computing time")
        detail = f"SIGKILL after {ended.get('cpu', 0.0):.2f} s of CPU, at most {ended.get('peak_kb', 0) >> 10} MB"
        return WorkerLost(Outcome.INCONCLUSIVE, OUTSIDE, detail, retry=True, outside=True)
    return WorkerLost(Outcome.ERROR, f"your code crashed the Python process ({_name(number)})")


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals have no name
        return f"signal {number}"
