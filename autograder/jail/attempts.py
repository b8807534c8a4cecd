"""What a hostile program tries, each as a function that raises OSError when it is refused.

The probe runs them in a jailed child of its own; nothing here does harm where it succeeds.
"""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.jail.kernel import syscall

_PTRACE_SEIZE = 0x4206
_NEW_USER_NAMESPACE = 0x10000000
_F_SETOWN = 8


@dataclass
class Target:
    """What the attempts are made on: a grader's process and files, and its open doors."""

    grader: int
    double: int
    """A second process like the grader's: same user, same memory, another number."""
    folder: str
    hidden: str
    tcp_port: int
    udp_port: int
    socket_path: str
    abstract_name: str
    secret_address: int

    @property
    def pid(self) -> int:
        """In a process namespace of its own, the one who asks may have the grader's number: in a container numbers are
        small. What it does to that number it does to itself, and that says nothing."""
        return self.double if self.grader == os.getpid() else self.grader


@contextmanager
def target() -> Iterator[Target]:
    """This process as a target, with a hidden file that file modes alone would let anyone read."""
    secret = ctypes.create_string_buffer(b"expected values")
    with (
        tempfile.TemporaryDirectory(prefix="gradmark-probe-") as folder,
        _sockets(folder) as doors,
        _double() as double,
    ):
        Path(folder).chmod(0o777)
        hidden = Path(folder) / "hidden.txt"
        hidden.write_text("hidden suite", encoding="utf-8")
        hidden.chmod(0o666)
        yield Target(os.getpid(), double, folder, str(hidden), *doors, ctypes.addressof(secret))


@contextmanager
def _double() -> Iterator[int]:
    """A fork of this process that waits until it is no longer needed."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(theirs)
        os.read(ours, 1)  # ends when the other end is closed, by whatever
        os._exit(0)
    os.close(ours)
    try:
        yield pid
    finally:
        os.close(theirs)
        os.waitpid(pid, 0)


@contextmanager
def _sockets(folder: str) -> Iterator[tuple[int, int, str, str]]:
    path, abstract = f"{folder}/door", f"\0gradmark-probe-{os.getpid()}"
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as local,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as unnamed,
    ):
        for each, address in ((tcp, ("127.0.0.1", 0)), (local, path), (unnamed, abstract)):
            each.bind(address)  # type: ignore[arg-type]
            each.listen(4)
        udp.bind(("127.0.0.1", 0))
        Path(path).chmod(0o777)
        yield tcp.getsockname()[1], udp.getsockname()[1], path, abstract


def _read_hidden_file(on: Target) -> None:
    Path(on.hidden).read_bytes()


def _list_hidden_folder(on: Target) -> None:
    os.listdir(on.folder)  # noqa: PTH208 - the plain call is what is tried


def _write_file(on: Target) -> None:
    Path(on.folder, "left behind").write_bytes(b"x")


def _truncate_hidden_file(on: Target) -> None:
    os.truncate(on.hidden, 3)


def _change_mode(on: Target) -> None:
    Path(on.folder, "hidden.txt").chmod(0o666)


def _read_environment_of_grader(on: Target) -> None:
    Path(f"/proc/{on.pid}/environ").read_bytes()


def _read_memory_file_of_grader(on: Target) -> None:
    descriptor = os.open(f"/proc/{on.pid}/mem", os.O_RDONLY)
    try:
        os.pread(descriptor, 8, on.secret_address)
    finally:
        os.close(descriptor)


def _fork(_: Target) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _execute(on: Target) -> None:
    # A program that does not exist: only a refusal comes before the kernel notices.
    try:
        syscall("execve", ctypes.c_char_p(f"{on.folder}/no such program".encode()), 0, 0)
    except OSError as problem:
        if problem.errno != errno.ENOENT:
            raise


def _trace_grader(on: Target) -> None:
    syscall("ptrace", _PTRACE_SEIZE, on.pid, 0, 0)


def _read_memory_of_grader(on: Target) -> None:
    mine = ctypes.create_string_buffer(8)
    here = (ctypes.c_size_t * 2)(ctypes.addressof(mine), 8)
    there = (ctypes.c_size_t * 2)(on.secret_address, 8)
    syscall("process_vm_readv", on.pid, here, 1, there, 1, 0)


def _take_descriptor_of_grader(on: Target) -> None:
    opened = syscall("pidfd_open", on.pid, 0)
    try:
        os.close(syscall("pidfd_getfd", opened, 0, 0))
    finally:
        os.close(opened)


def _become_root_of_a_namespace(_: Target) -> None:
    syscall("unshare", _NEW_USER_NAMESPACE)


def _connect(family: int, kind: int, address: object) -> None:
    with socket.socket(family, kind) as door:
        door.settimeout(2)
        door.connect(address)  # type: ignore[arg-type]
        if kind == socket.SOCK_DGRAM:
            door.send(b"x")


def _connect_tcp(on: Target) -> None:
    _connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", on.tcp_port))


def _send_udp(on: Target) -> None:
    _connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", on.udp_port))


def _connect_unix(on: Target) -> None:
    _connect(socket.AF_UNIX, socket.SOCK_STREAM, on.socket_path)


def _connect_abstract(on: Target) -> None:
    _connect(socket.AF_UNIX, socket.SOCK_STREAM, on.abstract_name)


# Signal 0 asks for permission and sends nothing.
def _signal_grader(on: Target) -> None:
    os.kill(on.pid, 0)


def _signal_thread_of_grader(on: Target) -> None:
    syscall("tgkill", on.pid, on.pid, 0)


def _signal_everyone(_: Target) -> None:
    os.kill(-1, 0)


def _signal_by_descriptor(on: Target) -> None:
    opened = syscall("pidfd_open", on.pid, 0)
    try:
        syscall("pidfd_send_signal", opened, 0, 0, 0)
    finally:
        os.close(opened)


def _signal_through_a_file(on: Target) -> None:
    import fcntl

    reader, writer = os.pipe()
    try:
        # SIGURG is ignored by default. The kernel sends it only where it would allow a kill.
        fcntl.fcntl(reader, _F_SETOWN, on.pid)
        os.kill(on.pid, 0)
    finally:
        os.close(reader)
        os.close(writer)


ATTEMPTS: dict[str, dict[str, Callable[[Target], None]]] = {
    "file": {
        "read a hidden file": _read_hidden_file,
        "list a hidden folder": _list_hidden_folder,
        "write a file": _write_file,
        "truncate a file": _truncate_hidden_file,
        "change a file's mode": _change_mode,
        "read the grader's environment": _read_environment_of_grader,
        "read the grader's memory by /proc": _read_memory_file_of_grader,
    },
    "process": {
        "fork": _fork,
        "execute a program": _execute,
        "trace the grader": _trace_grader,
        "read the grader's memory": _read_memory_of_grader,
        "take a descriptor of the grader": _take_descriptor_of_grader,
        "become root of a namespace": _become_root_of_a_namespace,
    },
    "network": {
        "TCP": _connect_tcp,
        "UDP": _send_udp,
        "unix socket": _connect_unix,
        "abstract unix socket": _connect_abstract,
    },
    "signal": {
        "signal the grader": _signal_grader,
        "signal a thread of the grader": _signal_thread_of_grader,
        "signal everyone": _signal_everyone,
        "signal by descriptor": _signal_by_descriptor,
        "signal through a file": _signal_through_a_file,
    },
}


def run_attempts(on: Target, properties: tuple[str, ...] = tuple(ATTEMPTS)) -> dict[str, list[str]]:
    """For each property, the attempts that succeeded. All empty: everything was refused."""
    # Attempts that succeed may leave a signal or a child behind; nobody is to be woken by them.
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    return {name: [text for text, attempt in ATTEMPTS[name].items() if _succeeds(attempt, on)] for name in properties}


def _succeeds(attempt: Callable[[Target], None], on: Target) -> bool:
    try:
        attempt(on)
    except OSError:
        return False
    return True
