"""Limits that the kernel counts itself: CPU time, address space, file size, descriptors, threads."""

from __future__ import annotations

import math
import os

from autograder.jail.policy import Policy

# Imported here and not where it is used: by then landlock may not let it be read any more.
try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# Above the threads that the policy counts on: what BLAS, OpenMP and the interpreter start on their own.
_SPARE_THREADS = 32
_STATM = "/proc/self/statm"


def apply(policy: Policy, own_user: bool = False) -> None:
    """Sets every limit; `own_user` says that this process is about to be the only one of its user."""
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
    if own_user:
        # Counted by user, and never for root: it only means something for a user of our own.
        most = policy.threads + _SPARE_THREADS
        limits[resource.RLIMIT_NPROC] = (most, most)
    for name in ("RLIMIT_MSGQUEUE", "RLIMIT_NICE", "RLIMIT_RTPRIO"):
        if hasattr(resource, name):
            limits[getattr(resource, name)] = (0, 0)
    for kind, (soft, hard) in limits.items():
        ceiling = resource.getrlimit(kind)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(kind, (soft, hard))


def address_space_in_use() -> int:
    """Bytes of address space that this process has already: a limit must leave room above it."""
    with open(_STATM, encoding="ascii") as statm:  # noqa: PTH123 - one read of a kernel file
        return int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
