"""Limits that the kernel counts itself: CPU time, address space, file size, descriptors, threads."""

from __future__ import annotations

import contextlib
import math
import os
from pathlib import Path

from autograder.jail.policy import JailPolicy

# Imported here and not where it is used: by then landlock may not let it be read any more.
try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# Above the threads that the policy counts on: what BLAS, OpenMP and the interpreter start on their own.
_SPARE_THREADS = 32
# How many processes and threads an ordinary user may start elsewhere while a worker lives, at the worker's expense.
_GROWTH = 256
_STATM = "/proc/self/statm"


def apply(policy: JailPolicy, own_user: bool = False) -> None:
    """Sets every limit; `own_user` says that nobody but workers is counted as this process's user."""
    if resource is None:
        raise OSError("no limits on this system")
    limits = {
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_FSIZE: (policy.file_size, policy.file_size),
        resource.RLIMIT_NOFILE: (policy.open_files, policy.open_files),
    }
    if policy.cpu_seconds is not None:
        # SIGXCPU at the limit tells the grader why; SIGKILL a second later if it was ignored.
        seconds = max(1, math.ceil(policy.cpu_seconds))
        limits[resource.RLIMIT_CPU] = (seconds, seconds + 1)
    if policy.address_space is not None and hasattr(resource, "RLIMIT_AS"):
        limits[resource.RLIMIT_AS] = (policy.address_space, policy.address_space)
    # Counted by user, and never for root.
    most = policy.threads + _SPARE_THREADS
    if own_user:
        limits[resource.RLIMIT_NPROC] = (most, most)
    elif policy.tasks_of_user is not None:
        most += policy.tasks_of_user + _GROWTH
        limits[resource.RLIMIT_NPROC] = (most, most)
    for name in ("RLIMIT_MSGQUEUE", "RLIMIT_NICE", "RLIMIT_RTPRIO"):
        if hasattr(resource, name):
            limits[getattr(resource, name)] = (0, 0)
    for kind, (soft, hard) in limits.items():
        ceiling = resource.getrlimit(kind)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(kind, (soft, hard))


def tasks_of_user() -> int:
    """Processes and threads of this user, as the kernel counts them."""
    found = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):  # it has just ended
                if entry.stat().st_uid == os.getuid():
                    found += Path(entry.path, "task").stat().st_nlink - 2
    return found


def lift_data_limit() -> None:
    """The grader limits its own memory, and a limit is inherited: a worker has one of its own."""
    if resource is not None:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def address_space_in_use() -> int:
    """Bytes of address space that this process has already: a limit must leave room above it."""
    with open(_STATM, encoding="ascii") as statm:  # noqa: PTH123 - one read of a kernel file
        return int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
