"""A network, process numbers and IPC of the workers' own, where the system lets us make them.

The zygote enters them once, before it forks: every child is born inside, at no cost to it. A process
namespace only takes in children, and needs a first one that stays: a process that does nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
from pathlib import Path

from autograder.jail import session
from autograder.jail.kernel import PR_SET_PDEATHSIG, prctl, supported, syscall

_NEW_IPC = 0x08000000
_NEW_UTS = 0x04000000
_NEW_USER = 0x10000000
_NEW_PID = 0x20000000
_NEW_NETWORK = 0x40000000
_NEW_MOUNTS = 0x00020000
_PRIVATE = 0x4000 | 0x40000
"""Of every mount: what happens here stays here (MS_REC, MS_PRIVATE)."""
_PLAIN = 2 | 4 | 8
"""No set-user-id, no devices, no programs."""
_INSIDE = _NEW_IPC | _NEW_UTS | _NEW_PID | _NEW_NETWORK

# The process whose children are inside; they inherit the note.
_entered_by: int | None = None
_with_users = False
_with_processes = True


def inside() -> bool:
    """Whether this process was born into namespaces that the zygote made."""
    return _entered_by not in (None, os.getpid())


def counts_own_tasks() -> bool:
    """Whether the kernel counts this process's user anew in here: a limit on threads is then about workers alone."""
    return inside() and _with_users


def numbers_anew() -> bool:
    """Whether processes have numbers of their own in there."""
    return _with_processes


def enter_for_children(processes: bool = True) -> None:
    """Moves this process's future children into new namespaces. OSError where that is not allowed.

    Without `processes`, they keep the numbers that they have outside. The process must have no threads, and cannot start
    any afterwards; its children can.
    """
    global _entered_by, _with_users, _with_processes
    if _entered_by is not None:
        return
    if not supported():
        raise OSError("not on this system")
    _with_processes = processes
    wanted = _INSIDE if processes else _INSIDE & ~_NEW_PID
    try:
        syscall("unshare", wanted)
        with contextlib.suppress(OSError):
            _hide_processes()
    except OSError:
        # Not root: a user namespace makes it possible, where ordinary users may have one.
        uid, gid = os.getuid(), os.getgid()
        syscall("unshare", wanted | _NEW_USER)
        _with_users = True
        with contextlib.suppress(OSError):
            Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
            Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
            Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")
    if processes:
        _start_first_process()
    _entered_by = os.getpid()


def _hide_processes() -> None:
    """A /proc of our own, in which a user sees its own processes only: landlock forbids to open the others', not to
    ask whether they are there and since when. For root; nobody outside sees a change."""
    syscall("unshare", _NEW_MOUNTS)
    syscall("mount", ctypes.c_char_p(b"none"), ctypes.c_char_p(b"/"), 0, _PRIVATE, 0)
    options = ctypes.c_char_p(b"hidepid=2")
    syscall(
        "mount",
        ctypes.c_char_p(b"proc"),
        ctypes.c_char_p(b"/proc"),
        ctypes.c_char_p(b"proc"),
        _PLAIN,
        options,
    )


def _start_first_process() -> None:
    """The namespace lives as long as its first process, and that one as long as the zygote."""
    ours, theirs = socket.socketpair()
    if os.fork():
        theirs.close()
        ours.recv(1)  # from now on our death is its death
        ours.close()
        return
    try:
        ours.close()
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        # Who died before that is not seen by getppid, which is 0 in here for any parent outside; but this fails then.
        theirs.send(b"x")
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        # An open socket here would keep the zygote's peers from seeing that it died.
        session.close_between(0, 0xFFFFFFFF)
        while True:
            signal.pause()
    finally:
        os._exit(0)


def network_identity() -> str:
    """What tells one network namespace from another."""
    return str(Path("/proc/self/ns/net").readlink())
