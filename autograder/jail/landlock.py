"""Which files a student's process may read: landlock, the kernel's file rules for anyone.

A ruleset is built once in the zygote; every child restricts itself with the same descriptor.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import stat
from collections.abc import Iterable

from autograder.jail.kernel import syscall

_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15

# The last file right that each ABI knows; all of them are handled, so all are refused unless granted.
_LAST_RIGHT = {1: 12, 2: 13, 3: 14, 4: 14, 5: 15}
_TCP_FROM_ABI = 4
_SCOPES_FROM_ABI = 6
_QUIET_FROM_ABI = 7
# Refusals of a hostile program must not fill the machine's audit log.
_LOG_SAME_EXEC_OFF = 1

_NEWEST_ABI = 7


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def abi() -> int:
    """The version this kernel offers, or 0."""
    try:
        return min(syscall("landlock_create_ruleset", 0, 0, 1), _NEWEST_ABI)
    except OSError:
        return 0


def build(
    readable: Iterable[str],
    listable: Iterable[str] = (),
    devices: Iterable[str] = (),
    abi_used: int | None = None,
    writable: Iterable[str] = (),
) -> int:
    """A descriptor of the rules: read below `readable`, list below `listable`, use `devices`, write to files below `writable`.

    Paths that do not exist here are skipped. Nothing is ever granted for execution: loading a
    library only needs reading.
    """
    version = abi_used or abi()
    if version < 1:
        raise OSError(errno.EOPNOTSUPP, "landlock is not offered by this kernel")
    rights = (1 << (_LAST_RIGHT[min(version, 5)] + 1)) - 1
    rules = _Ruleset(
        rights,
        0b11 if version >= _TCP_FROM_ABI else 0,
        0b11 if version >= _SCOPES_FROM_ABI else 0,
    )
    # An older kernel refuses a structure that is longer than the one it knows.
    size = 24 if version >= _SCOPES_FROM_ABI else 16 if version >= _TCP_FROM_ABI else 8
    ruleset = _above_standard(syscall("landlock_create_ruleset", ctypes.byref(rules), size, 0))
    try:
        for path in readable:
            _grant(ruleset, path, _READ_FILE | _READ_DIR)
        for path in listable:
            _grant(ruleset, path, _READ_DIR)
        for path in writable:
            _grant(ruleset, path, _READ_FILE | _READ_DIR | _WRITE_FILE)
        for path in devices:
            _grant(ruleset, path, (_READ_FILE | _WRITE_FILE | _TRUNCATE | _IOCTL_DEV) & rights)
    except BaseException:
        os.close(ruleset)
        raise
    return ruleset


def _above_standard(descriptor: int) -> int:
    """Moves a descriptor out of 0-2, which a child points at /dev/null before it uses the rules."""
    import fcntl  # not on Windows

    if descriptor > 2:
        return descriptor
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3)
    os.close(descriptor)
    return moved


def _grant(ruleset: int, path: str, rights: int) -> None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(opened).st_mode):
                rights &= ~_READ_DIR
            if rights:
                rule = _PathBeneath(rights, opened)
                syscall("landlock_add_rule", ruleset, 1, ctypes.byref(rule), 0)
        finally:
            os.close(opened)


def restrict(ruleset: int, abi_used: int | None = None) -> None:
    """Puts this process under the rules, for good. Needs no_new_privs to be set."""
    quiet = _LOG_SAME_EXEC_OFF if (abi_used or abi()) >= _QUIET_FROM_ABI else 0
    syscall("landlock_restrict_self", ruleset, quiet)
