"""The filter, run by a small interpreter for both machines, and by the kernel for this one."""

from __future__ import annotations

import ctypes
import errno
import faulthandler
import mmap
import os
import platform
import re
import signal
import socket
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import bpf, seccomp, session
from autograder.jail.forked import run_forked
from autograder.jail.kernel import syscall
from autograder.jail.syscalls import ALLOWED, CHECKED, MACHINES, REFUSED, numbers

MACHINE_CODE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
PID = 4321
DENIED, ABSENT = bpf.refuse(errno.EPERM), bpf.refuse(errno.ENOSYS)


def decide(machine: str, n: int, *arguments: int, code: int | None = None, any_device: bool = False) -> int:
    """What the filter says to a call: an independent reading of the assembled bytes."""
    program = seccomp.program(any_device, machine).with_pid(PID)
    values = [each & 0xFFFFFFFFFFFFFFFF for each in arguments] + [0] * (6 - len(arguments))
    data = struct.pack("<IIQ6Q", n & 0xFFFFFFFF, MACHINE_CODE[machine] if code is None else code, 0, *values)
    at, accumulator = 0, 0
    while True:
        operation, if_true, if_false, operand = struct.unpack_from("<HBBI", program, 8 * at)
        at += 1
        if operation == 0x20:
            accumulator = struct.unpack_from("<I", data, operand)[0]
        elif operation == 0x54:
            accumulator &= operand
        elif operation == 0x05:
            at += operand
        elif operation == 0x06:
            return operand
        else:
            holds = {
                0x15: accumulator == operand,
                0x35: accumulator >= operand,
                0x45: bool(accumulator & operand),
            }[operation]
            at += if_true if holds else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_every_number_is_decided_as_the_tables_say_anywhere(machine: str) -> None:
    allowed = set(numbers(ALLOWED, machine).values())
    checked = set(numbers(CHECKED, machine).values())
    for n in range(1200):
        if n in checked:
            continue
        expected = bpf.ALLOW if n in allowed else ABSENT if n >= 424 else DENIED
        assert decide(machine, n) == expected, n
    assert not allowed & set(numbers(REFUSED, machine).values())


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("clone", [(0x3D0F00,)], [(17,), (0x01200011,), (0x10000011,), (0x7E020011,)]),
        ("kill", [(PID, 15)], [(1, 9), (-1, 9), (0, 9), (PID + 1, 0), (-PID, 9), (PID, 9), (PID, 19)]),
        ("tkill", [(PID, 10)], [(PID - 1, 10), (PID, 9), (PID, 19)]),
        ("tgkill", [(PID, 77, 6), (PID, 9, 6)], [(1, PID, 6), (PID, PID, 9), (PID, 77, 19)]),
        ("rt_sigqueueinfo", [(PID, 10)], [(1, 10), (PID, 9)]),
        ("rt_tgsigqueueinfo", [(PID, PID, 10)], [(1, 1, 10), (PID, PID, 9)]),
        ("openat", [(-100, 1, 0), (-100, 1, 0o1101)], [(-100, 1, 0o1000), (-100, 1, 0o2001000)]),
        ("fcntl", [(5, 3), (5, 1030)], [(5, 8, 1), (5, 10, 9), (5, 15), (5, 1024)]),
        ("prctl", [(15,), (0x53564D41,)], [(1,), (4, 1), (22,), (8,), (38,)]),
        ("prlimit64", [(0, 7, 0, 4096)], [(0, 7, 4096), (0, 7, 1 << 40)]),
        ("sendto", [(3, 1, 1, 0, 0)], [(3, 1, 1, 0, 4096), (3, 1, 1, 0, 1 << 40)]),
    ],
)
def test_arguments_decide_anywhere(
    machine: str, name: str, allowed: list[tuple[int, ...]], refused: list[tuple[int, ...]]
) -> None:
    n = numbers(CHECKED, machine)[name]
    assert [decide(machine, n, *each) for each in allowed] == [bpf.ALLOW] * len(allowed)
    assert [decide(machine, n, *each) for each in refused] == [DENIED] * len(refused)


@pytest.mark.parametrize("machine", MACHINES)
def test_ioctl_depends_on_devices_anywhere(machine: str) -> None:
    n = numbers(CHECKED, machine)["ioctl"]
    assert decide(machine, n, 3, 0x5401) == bpf.ALLOW
    assert decide(machine, n, 3, 0xC0384627) == bpf.refuse(errno.ENOTTY)
    assert decide(machine, n, 3, 0xC0384627, any_device=True) == bpf.ALLOW
    for never in (0x5412, 0x8901, 0x5452):
        assert decide(machine, n, 3, never) != bpf.ALLOW
        assert decide(machine, n, 3, never, any_device=True) == DENIED


@pytest.mark.parametrize("machine", MACHINES)
def test_another_machine_s_calls_kill_anywhere(machine: str) -> None:
    read = numbers(ALLOWED, machine)["read"]
    assert decide(machine, read) == bpf.ALLOW
    assert decide(machine, read, code=0x40000003) == bpf.KILL_PROCESS
    assert decide(machine, numbers(CHECKED, machine)["clone3"]) == ABSENT
    if machine == "x86_64":
        assert decide(machine, 0x40000000 | read) == bpf.KILL_PROCESS


@pytest.mark.parametrize(
    ("column", "header"),
    [(0, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), (1, "/usr/include/asm-generic/unistd.h")],
)
def test_numbers_agree_with_the_kernel_s_headers(column: int, header: str) -> None:
    if not Path(header).exists():
        pytest.skip("the kernel's headers are not installed")
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    known = {name: int(n) for name, n in re.findall(pattern, Path(header).read_text())}
    if column == 1:
        known["newfstatat"] = known["fstatat"]
    ours = {name: pair[column] for name, pair in {**ALLOWED, **CHECKED, **REFUSED}.items()}
    assert {name: n for name, n in ours.items() if n is not None and known.get(name, n) != n} == {}
    assert [name for name, n in ours.items() if n is not None and name not in known] == []
    missing = [name for name, n in ours.items() if n is None and name in known and column == 0]
    assert missing == []


def filtered(function: Callable[[], Any]) -> Any:
    def child(_: int) -> Any:
        session.forbid_new_privileges()
        seccomp.install(seccomp.program())
        return function()

    return run_forked(child)


def answer(name: str, *arguments: Any) -> str:
    try:
        syscall(name, *arguments)
    except OSError as problem:
        return errno.errorcode[problem.errno or 0]
    return "done"


@pytest.mark.parametrize("name", sorted(numbers(REFUSED, platform.machine())) if platform.machine() in MACHINES else [])
def test_the_kernel_refuses(name: str) -> None:
    assert filtered(lambda: answer(name, 0, 0, 0, 0, 0, 0)) in ("EPERM", "ENOSYS")


def test_no_socket_of_any_kind() -> None:
    def try_all() -> list[str]:
        seen = []
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK):
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
                try:
                    socket.socket(family, kind)
                    seen.append("made")
                except PermissionError:
                    seen.append("refused")
        return seen

    assert set(filtered(try_all)) == {"refused"}


def test_threads_start() -> None:
    def sums() -> list[int]:
        results: list[int] = []
        threads = [threading.Thread(target=lambda n=n: results.append(n * n)) for n in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(results)

    assert filtered(sums) == [0, 1, 4, 9, 16]


def test_a_signal_to_itself_arrives() -> None:
    def signal_itself() -> list[int]:
        seen: list[int] = []
        signal.signal(signal.SIGUSR1, lambda n, _: seen.append(n))
        os.kill(os.getpid(), signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
        return seen

    assert filtered(signal_itself) == [signal.SIGUSR1] * 2


def test_abort_ends_by_its_own_signal() -> None:
    pid = os.fork()
    if pid == 0:
        session.forbid_new_privileges()
        seccomp.install(seccomp.program())
        faulthandler.disable()
        os.abort()
    _, status = os.waitpid(pid, 0)
    assert os.WTERMSIG(status) == signal.SIGABRT


def test_the_wire_may_be_a_socket_that_receives_descriptors() -> None:
    ours, theirs = socket.socketpair()
    reader, writer = os.pipe()
    socket.send_fds(ours, [b"array"], [reader])
    os.write(writer, b"values")

    def receive() -> list[str]:
        data, descriptors, _, _ = socket.recv_fds(theirs, 100, 1)
        theirs.sendall(b"reply")
        return [data.decode(), os.read(descriptors[0], 100).decode()]

    assert filtered(receive) == ["array", "values"]
    assert ours.recv(100) == b"reply"
    for each in (ours, theirs):
        each.close()
    os.close(reader)
    os.close(writer)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86_64 has other machines' calls beside its own")
@pytest.mark.parametrize("code", [b"\xb8\x14\x00\x00\x00\xcd\x80\xc3", b"\xb8\x27\x00\x00\x40\x0f\x05\xc3"])
def test_calls_by_another_door_kill(code: bytes) -> None:
    """getpid by `int 0x80` (32 bits) and by the x32 numbers."""
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    pid = os.fork()
    if pid == 0:
        session.forbid_new_privileges()
        seccomp.install(seccomp.program())
        function()
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGSYS
