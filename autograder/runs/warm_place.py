"""Where warm graders listen, and under which name: a folder of this user's own, and a folder in it for each grader.

A name is a digest of all that could change what a grader says: the bundle, the settings, gradmark's own files, the
interpreter and its packages, the variables and limits under which it was started. So another version, another bundle or another
environment never finds a grader that does not fit: it starts one of its own.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import resource
import shutil
import socket
import stat
import struct
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from autograder import __version__
from autograder.basics.threads import ONE_THREAD

SOCKET, LOCK, LOG, BUNDLE = "socket", "lock", "log", "bundle"
KEPT = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "XDG_DATA_DIRS", "SYSTEMROOT")
KEPT_BEGIN = ("LC_", "GRADMARK_", "MKL_", "OPENBLAS_", "TORCH_")
NAME = re.compile(r"[0-9a-f]{32}")
NAMESPACES = ("mnt", "pid", "net", "user")


@dataclass(frozen=True)
class Order:
    """What a warm grader grades, and how."""

    bundle: str
    """The digest of the zipped bundle."""
    isolation: str
    hints: str
    submission_seconds: float | None = None

    @cached_property
    def name(self) -> str:
        parts = [asdict(self), __version__, _files(), _interpreter(), sorted(environment().items()), _limits()]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def digest_of_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def environment() -> dict[str, str]:
    """All that a grader is told of the caller's variables. What is not here cannot differ between two calls."""
    kept = {k: v for k, v in os.environ.items() if k in KEPT or k.startswith(KEPT_BEGIN)}
    return {**kept, **ONE_THREAD}


def _files() -> list[list[object]]:
    """gradmark's own, without reading them: a version number stays the same while somebody works on the code."""
    root = Path(__file__).resolve().parents[1]
    files = sorted(path for path in root.rglob("*.*") if path.suffix != ".pyc")
    return [[str(path), (status := path.stat()).st_size, status.st_mtime_ns] for path in files]


def _interpreter() -> list[object]:
    packages = sysconfig.get_paths()["purelib"]  # its time changes when a package comes, goes or is replaced
    return [sys.executable, sys.prefix, sys.version, packages, Path(packages).stat().st_mtime_ns]


def _limits() -> list[object]:
    """What a process inherits, and where it lives: a grader must not carry one caller's limits to another."""
    names = sorted(name for name in dir(resource) if name.startswith("RLIMIT_"))
    limits: list[object] = [[name, *resource.getrlimit(getattr(resource, name))] for name in names]
    spaces = [Path(f"/proc/self/ns/{name}").stat().st_ino for name in NAMESPACES]
    return [*limits, spaces, os.getuid(), os.geteuid(), os.getgid(), sorted(os.sched_getaffinity(0)), os.nice(0)]


# --- the folder ---------------------------------------------------------------------------------------------------


def home() -> Path:
    """The user's own folder for warm graders. OSError where it cannot be had: another's, a link, open to others."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    candidates = [Path(runtime)] if runtime and _is_private(Path(runtime)) else []
    parent = candidates[0] if candidates else Path(tempfile.gettempdir())
    folder = parent / f"gradmark-warm-{os.geteuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if not _is_private(folder):
        raise PermissionError(f"{folder} is not a folder of this user alone")
    return folder


def _is_private(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077


def locked(place: Path) -> int | None:
    """A descriptor that holds the place until it and its copies are closed; None if somebody else holds it."""
    place.mkdir(mode=0o700, exist_ok=True)
    descriptor = os.open(place / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Whoever sweeps may have removed it in between.
        if (place / LOCK).stat().st_ino == os.fstat(descriptor).st_ino:
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    os.close(descriptor)
    return None


def sweep(folder: Path, but: str) -> int:
    """Removes what graders left behind that were killed, bundles with their secrets among it. How many others are alive."""
    alive = 0
    for place in folder.iterdir():
        if place.name == but or not NAME.fullmatch(place.name) or not _is_private(place):
            continue
        try:
            descriptor = locked(place)
        except OSError:
            continue
        if descriptor is None:
            alive += 1
            continue
        shutil.rmtree(place, ignore_errors=True)
        os.close(descriptor)
    return alive


# --- the socket ---------------------------------------------------------------------------------------------------


@contextmanager
def short_path(place: Path) -> Iterator[str]:
    """The socket's path, short enough wherever the folder lies: the kernel takes about a hundred characters."""
    descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)


def listen(place: Path) -> socket.socket:
    (place / SOCKET).unlink(missing_ok=True)  # of one that was killed: we hold the lock
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with short_path(place) as path:
        listener.bind(path)
    (place / SOCKET).chmod(0o600)
    listener.listen(64)
    return listener


def connect(place: Path) -> socket.socket | None:
    """None where nobody listens, or another user does."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with short_path(place) as path:
            connection.connect(path)
        if is_own(connection):
            return connection
    except OSError:
        pass
    connection.close()
    return None


def is_own(connection: socket.socket) -> bool:
    """Whether the kernel says that this user is at the other end."""
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", credentials)[1] == os.geteuid())
