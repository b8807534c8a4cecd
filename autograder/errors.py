"""The one exception for bad input: a person reads it, so it names the place and the way out."""

from __future__ import annotations

import errno

NO_SPACE = "no space is left on the disk. Make room"
_OF_THE_DISK = {
    errno.ENOSPC: NO_SPACE,
    errno.EDQUOT: "your share of the disk is used up. Make room",
    errno.EFBIG: "a file may not become that large here. Raise the limit (ulimit -f)",
    errno.EROFS: "the disk is read-only. Choose another place",
    errno.EIO: "the disk cannot be read or written. Choose another place",
}


class UserError(Exception):
    """Bad input. The command prints the message on one line, without a traceback, and exits with 2."""


class LeakError(UserError):
    """A release that would give an answer away. Exits with 3."""


def of_the_disk(error: OSError) -> UserError | None:
    """The error as a sentence with what to do, where the disk is the reason."""
    reason = _OF_THE_DISK.get(error.errno or 0)
    where = f"{error.filename}: " if error.filename else ""
    return UserError(f"{where}{reason}, then run the same command again") if reason else None
