"""The few calls that Python does not wrap, through ctypes, on Linux x86_64 and aarch64."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import lru_cache
from typing import Any

from autograder.jail.syscalls import MACHINES, number

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_NO_NEW_PRIVS = 38


class JailError(Exception):
    """A layer that the wanted level needs cannot be applied. The child must not go on."""


def supported() -> bool:
    """Whether this is a system the jail is written for at all."""
    return sys.platform == "linux" and sys.maxsize > 2**32 and platform.machine() in MACHINES


@lru_cache(maxsize=1)
def _libc() -> Any:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc


def syscall(name: str, *arguments: Any) -> int:
    """The result of a system call by name; an OSError carries what the kernel answered."""
    if not supported():
        raise OSError(38, f"{name}: not on this system")
    # A bare Python int would be passed as a C int and lose its upper half.
    passed = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result: int = _libc().syscall(ctypes.c_long(number(name)), *passed)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return result


def prctl(option: int, value: int = 0) -> None:
    syscall("prctl", option, value, 0, 0, 0)
