"""What a forked child is cut off from before anything else: session, descriptors, environment."""

from __future__ import annotations

import os
import signal
import sys

from autograder.jail.kernel import (
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    JailError,
    prctl,
    syscall,
)

_KEPT_VARIABLES = frozenset(
    {
        "LANG",
        "LC_ALL",
        "TZ",
        "OMP_NUM_THREADS",
        "MKL_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "CUDA_VISIBLE_DEVICES",
        "CUDA_DEVICE_ORDER",
        "CUDA_CACHE_DISABLE",
        "CUBLAS_WORKSPACE_CONFIG",
    }
)
# Libraries that ask for a home, a user or a cache get an answer, and then fail to write there.
_SET_VARIABLES = {"HOME": "/", "USER": "student", "MPLBACKEND": "Agg", "MPLCONFIGDIR": "/tmp"}

_HIGHEST_DESCRIPTOR = 0xFFFFFFFF


def new_session() -> None:
    """A session and process group of its own: the grader kills the group, a terminal reaches nobody."""
    os.setsid()
    os.umask(0o077)
    os.chdir("/")
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def trim_environment() -> None:
    """Leaves a short list of variables; nothing is left to do where the zygote did it already.

    The zygote must be *started* with no more than that, too: what a process was started with stays
    in its memory, whatever is unset later.
    """
    for name in [each for each in os.environ if each not in _KEPT_VARIABLES and each not in _SET_VARIABLES]:
        del os.environ[name]
    for name, value in _SET_VARIABLES.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


def keep_only_descriptors(wire: int, also: int | None = None) -> None:
    """Points 0, 1 and 2 at /dev/null and closes everything else but the wire (and `also`)."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        if standard != wire:
            os.dup2(nothing, standard)
    kept = sorted({0, 1, 2, wire} | ({also} if also is not None else set()))
    for lower, upper in zip(kept, [*kept[1:], _HIGHEST_DESCRIPTOR + 1]):
        if upper - lower > 1:
            close_between(lower + 1, upper - 1)


def close_between(first: int, last: int) -> None:
    try:
        syscall("close_range", first, last, 0)
    except OSError:  # before Linux 5.9
        os.closerange(first, min(last, os.sysconf("SC_OPEN_MAX")) + 1)


def forbid_new_privileges() -> None:
    """No later exec can gain power; landlock and seccomp ask for this."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def die_with_parent(expected_parent: int) -> None:
    """The kernel kills this process when the zygote dies. A change of user resets it: call after that."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != expected_parent:
        raise JailError("the zygote died while this child was being jailed")


def forbid_inspection() -> None:
    """No core dump, no ptrace and no /proc/PID/mem for processes of the same user."""
    prctl(PR_SET_DUMPABLE, 0)


def write_no_bytecode() -> None:
    """Late imports would try to write their .pyc, and be refused, one by one."""
    sys.dont_write_bytecode = True
