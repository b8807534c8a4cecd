"""A user of its own for every worker, when the grader is root: a pool of numbers nobody else has."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.jail import capabilities
from autograder.jail.kernel import PR_SET_KEEPCAPS, prctl, supported

POOL_SIZE = 900
# The first range belongs to nobody on an ordinary machine; the second lies inside the 65,536
# numbers that a container without more of them has.
_POOL_BASES = (210_000, 60_200)

_LOCK_FOLDERS = ("/run/gradmark-uids", "/var/tmp/gradmark-uids")


def can_drop() -> bool:
    """Whether this process may become another user."""
    return (
        supported()
        and os.geteuid() == 0
        and capabilities.holds(capabilities.SETUID)
        and capabilities.holds(capabilities.SETGID)
        and pool_base() is not None
    )


def pool_base() -> int | None:
    """The first number of a range that exists in this user namespace."""
    for base in _POOL_BASES:
        if all(_mapped(f"/proc/self/{kind}_map", base, base + POOL_SIZE) for kind in ("uid", "gid")):
            return base
    return None


def _mapped(table: str, first: int, end: int) -> bool:
    try:
        rows = Path(table).read_text(encoding="ascii").splitlines()
    except OSError:
        return False
    ranges = [(int(row.split()[0]), int(row.split()[2])) for row in rows]
    return any(start <= first and end <= start + count for start, count in ranges)


def uid_for_slot(slot: int) -> int | None:
    """The user of a worker slot, or None where users cannot be changed. Slots must not be shared."""
    base = pool_base()
    return base + slot % POOL_SIZE if base is not None and can_drop() else None


@dataclass
class Lease:
    """One user of the pool, held until released, across every gradmark on this machine."""

    uid: int
    descriptor: int

    def release(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def lease() -> Lease | None:
    """A user that no other running gradmark has; None where users cannot be changed."""
    base = pool_base()
    if base is None or not can_drop():
        return None
    import fcntl  # not on Windows

    folder = _lock_folder()
    for slot in range(POOL_SIZE):
        descriptor = os.open(folder / str(base + slot), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return Lease(base + slot, descriptor)
        except BlockingIOError:
            os.close(descriptor)
    return None


def _lock_folder() -> Path:
    for name in _LOCK_FOLDERS:
        folder = Path(name)
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            found = folder.lstat()
        except OSError:
            continue
        # Somebody else may have put a folder or a link of that name where all can write.
        if stat.S_ISDIR(found.st_mode) and found.st_uid == 0 and not found.st_mode & 0o022:
            return folder
    raise OSError(f"none of {', '.join(_LOCK_FOLDERS)} can be made by root alone")


def closed_to_others(paths: Iterable[str]) -> list[str]:
    """Those folders that an unknown user cannot reach, e.g. an interpreter under root's own home."""
    passable: dict[Path, bool] = {}

    def can_pass(folder: Path) -> bool:
        if folder not in passable:
            here = bool(folder.stat().st_mode & stat.S_IXOTH)
            passable[folder] = here and (folder.parent == folder or can_pass(folder.parent))
        return passable[folder]

    def can_read(folder: Path) -> bool:
        return bool(folder.stat().st_mode & stat.S_IROTH) and can_pass(folder)

    return [each for each in dict.fromkeys(paths) if Path(each).is_dir() and not can_read(Path(each))]


def drop(uid: int, gid: int, keep_reading: bool = False) -> None:
    """Becomes another user, for good, without groups and without capabilities.

    `keep_reading` keeps one: to read past file modes. It is for an interpreter that lies where the
    new user could not import from; landlock, applied before, is then what limits reading.
    """
    if keep_reading:
        prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)
    # -1 means "leave it", so a number out of range would go unnoticed.
    if os.getresuid() != (uid,) * 3 or os.getresgid() != (gid,) * 3 or 0 in (uid, gid):
        raise OSError(errno.EINVAL, f"user {uid}, group {gid}: not taken")
    capabilities.keep_only(1 << capabilities.DAC_READ_SEARCH if keep_reading else 0)
