"""Which nbgrader this bridge was tried with, and what it takes to use it from here.

The bridge uses classes that nbgrader may change between its 0.x versions.
"""

from __future__ import annotations

import os
import sys
from importlib import metadata
from pathlib import Path

from autograder.errors import UserError

TESTED = "0.9.6"
SERIES = "0.9."
INSTALL = f'pip install "nbgrader=={SERIES}*"'


def require_nbgrader() -> str:
    """The installed version; UserError with the way out where there is none, or another series."""
    try:
        found = metadata.version("nbgrader")
    except metadata.PackageNotFoundError:
        raise UserError(f"nbgrader is not installed here; install it with: {INSTALL}") from None
    if not found.startswith(SERIES):
        raise UserError(
            f"nbgrader {found} is installed; gradmark works with {SERIES}* (tested: {TESTED}): {INSTALL}"
        )
    return found


def tools_on_path() -> None:
    """nbgrader calls `alembic` by its name: the tools of this environment must be found, activated or not."""
    here = str(Path(sys.executable).parent)
    if here not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([here, os.environ.get("PATH", "")])
