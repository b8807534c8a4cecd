"""Which system calls a student's process may make: an allow list, with a look at some arguments."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
from functools import lru_cache

from autograder.jail import bpf
from autograder.jail.kernel import syscall
from autograder.jail.syscalls import ALLOWED, CHECKED, numbers

_AUDIT_MACHINE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_CALLS = 0x40000000
# From here on a call is young enough that libraries know how to do without it.
_FIRST_YOUNG_CALL = 424

_SET_MODE_FILTER = 1
# Without it, kernels before 5.16 switch off speculative stores for the process: numeric code slows
# down, and what that would protect against is a leak inside a process that holds no secret.
_SPEC_ALLOW = 4

_CLONE_THREAD = 0x00010000
_TRUNCATE = os.O_TRUNC if hasattr(os, "O_TRUNC") else 0o1000
_ACCESS_MODE = 0o3

# fcntl: duplicate, flags, seals read. Not F_SETOWN and F_SETSIG: through them a file sends any
# signal to any process of the same user.
_FCNTL = [0, 1, 2, 3, 4, 1030, 1034]
# ioctl: is it a terminal, its size, bytes waiting, blocking or not, close on exec.
_IOCTL = [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451]
# ioctl when a device driver needs its own numbers: only what injects input or sends signals is shut.
_IOCTL_NEVER = [0x5412, 0x541C, 0x5452, 0x8901, 0x8902]
# Signals that no process may send even to itself: an end or a stop by one of these must have come from outside.
_NEVER_SENT = [9, 19]
# prctl: read the name, the limits and the state of the jail; name a thread or a mapping; vector length.
_PRCTL = [2, 3, 15, 16, 21, 23, 30, 39, 50, 51, 63, 64, 0x53564D41]


def _checked(any_device: bool) -> dict[str, bpf.Block]:
    no = bpf.refuse(errno.EPERM)
    own_process = bpf.allow_signal_to_itself(1, _NEVER_SENT, no)
    own_thread = bpf.allow_signal_to_itself(2, _NEVER_SENT, no)
    # A file opened for reading and truncated at once: landlock before ABI 3 does not see it.
    truncating = (_TRUNCATE | _ACCESS_MODE, _TRUNCATE, no)
    not_for_this_file = bpf.refuse(errno.ENOTTY)
    return {
        "clone": bpf.allow_if_bit(0, _CLONE_THREAD, no),
        # Its flags are behind a pointer. The C library then falls back to clone.
        "clone3": bpf.give(bpf.refuse(errno.ENOSYS)),
        "open": bpf.refuse_if_masked(1, *truncating),
        "openat": bpf.refuse_if_masked(2, *truncating),
        "kill": own_process,
        "tkill": own_process,
        "tgkill": own_thread,
        "rt_sigqueueinfo": own_process,
        "rt_tgsigqueueinfo": own_thread,
        "fcntl": bpf.allow_if_one_of(1, _FCNTL, no),
        "ioctl": bpf.refuse_if_one_of(1, _IOCTL_NEVER, no) if any_device else bpf.allow_if_one_of(1, _IOCTL, not_for_this_file),
        "prctl": bpf.allow_if_one_of(0, _PRCTL, no),
        # Limits may be read, never set.
        "prlimit64": bpf.allow_if_null(2, no),
        # On the connected wire, never to an address.
        "sendto": bpf.allow_if_null(4, no),
    }


@lru_cache(maxsize=4)
def program(any_device: bool = False, machine: str | None = None) -> bpf.FilterProgram:
    """The filter for a machine, complete but for the child's process id."""
    machine = machine or platform.machine()
    decisions: dict[int, bpf.Block] = {n: bpf.give(bpf.ALLOW) for n in numbers(ALLOWED, machine).values()}
    checked = _checked(any_device)
    decisions.update({n: checked[name] for name, n in numbers(CHECKED, machine).items()})

    starts: list[tuple[int, bpf.Block]] = []
    for n in range(max(*decisions, _FIRST_YOUNG_CALL) + 2):
        otherwise = errno.ENOSYS if n >= _FIRST_YOUNG_CALL else errno.EPERM
        block = decisions.get(n, bpf.give(bpf.refuse(otherwise)))
        if not starts or starts[-1][1] != block:
            starts.append((n, block))
    if machine == "x86_64":
        starts.append((_X32_CALLS, bpf.give(bpf.KILL_PROCESS)))

    return bpf.FilterProgram.assemble(
        [
            bpf.Instruction(bpf.LOAD, bpf.MACHINE_AT),
            bpf.Instruction(bpf.JUMP_IF_EQUAL, _AUDIT_MACHINE[machine], if_true=1),
            *bpf.give(bpf.KILL_PROCESS),
            bpf.Instruction(bpf.LOAD, bpf.NUMBER_AT),
            *bpf.search_tree(starts),
        ]
    )


class _FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def install(filter_program: bpf.FilterProgram) -> None:
    """Last of all layers: nothing that the jail still has to do would be allowed afterwards."""
    code = ctypes.create_string_buffer(filter_program.with_pid(os.getpid()))
    pointer = ctypes.byref(_FilterProgram(len(filter_program), ctypes.addressof(code)))
    try:
        syscall("seccomp", _SET_MODE_FILTER, _SPEC_ALLOW, pointer)
    except OSError as problem:
        if problem.errno != errno.EINVAL:
            raise
        syscall("seccomp", _SET_MODE_FILTER, 0, pointer)
