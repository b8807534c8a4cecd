"""A process's capabilities: parts of root's power, held or given up one by one."""

from __future__ import annotations

import ctypes

from autograder.jail.kernel import syscall

DAC_READ_SEARCH = 2
SETGID = 6
SETUID = 7

_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Data(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def held() -> int:
    """The permitted set, as bits; 0 where there is none to ask about."""
    data = (_Data * 2)()
    try:
        syscall("capget", ctypes.byref(_Header(_VERSION_3, 0)), data)
    except OSError:
        return 0
    return int(data[0].permitted | data[1].permitted << 32)


def holds(capability: int) -> bool:
    return bool(held() >> capability & 1)


def keep_only(kept: int = 0) -> None:
    """Gives up every capability but those whose bits are in `kept`."""
    data = (_Data * 2)()
    for half in range(2):
        bits = kept >> 32 * half & 0xFFFFFFFF
        data[half].effective = data[half].permitted = bits
    syscall("capset", ctypes.byref(_Header(_VERSION_3, 0)), data)
