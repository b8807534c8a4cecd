"""Who holds a lease: named so that nobody is taken for another, and the death of a neighbour can be seen.

Host names repeat in containers, and process numbers in process namespaces. An owner is therefore
HOST/BOOT/NAMESPACE:PID:START: the boot of the kernel and the namespace say whose numbers these are, and the start says
which process had the number.
"""

from __future__ import annotations

import os
import socket
from functools import lru_cache
from pathlib import Path


def owner_id(pid: int | None = None) -> str:
    """This process, or a child of it."""
    number = pid or os.getpid()
    return f"{_neighbourhood()}:{number}:{process_start(number)}"


def is_dead(owner: str | None) -> bool:
    """Whether this owner is a process that could be seen from here, and is not there any more."""
    where, _, rest = (owner or "::").rpartition(":")[0].rpartition(":")
    pid, started = rest, (owner or "").rpartition(":")[2]
    return where == _neighbourhood() and pid.isdigit() and process_start(int(pid)) != started


def host_of(owner: str) -> str:
    """For people."""
    return owner.partition("/")[0].partition(":")[0]


def process_start(pid: int) -> str:
    """When a process began, so that another one with its number is not taken for it; empty: it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


@lru_cache(maxsize=1)
def _neighbourhood() -> str:
    """Where process numbers mean the same as here."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        namespace = str(Path("/proc/self/ns/pid").readlink()).strip("pid:[]")
    except OSError:  # not Linux: there are no such namespaces either
        boot, namespace = "", ""
    return f"{socket.gethostname()[:80]}/{boot}/{namespace}"
