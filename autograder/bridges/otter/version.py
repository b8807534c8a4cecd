"""Which otter-grader this bridge was tried with. Its plugin relies on the order in which otter calls plugins."""

from __future__ import annotations

from importlib import metadata

from autograder.errors import UserError

TESTED = "7.0.0"
SERIES = "7.0."
FOR_STUDENTS = f"otter-grader=={SERIES}*"
INSTALL = f'pip install "otter-grader[grading]=={SERIES}*"'


def require_otter() -> str:
    """The installed version; UserError with the way out where there is none, or another series."""
    try:
        found = metadata.version("otter-grader")
    except metadata.PackageNotFoundError:
        raise UserError(f"otter is not installed here; install it with: {INSTALL}") from None
    if not found.startswith(SERIES):
        raise UserError(
            f"otter-grader {found} is installed; gradmark works with {SERIES}* (tested: {TESTED}): {INSTALL}"
        )
    return found
