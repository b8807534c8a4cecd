"""Which nbgrader this bridge was tried with, and what it takes to use it from here.

The bridge uses classes that nbgrader may change between its 0.x versions.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from autograder.platforms.tested_versions import Tested

NBGRADER = Tested("nbgrader", "0.9.")


def require_nbgrader() -> str:
    return NBGRADER.require()


def tools_on_path() -> None:
    """nbgrader calls `alembic` by its name: the tools of this environment must be found, activated or not."""
    here = str(Path(sys.executable).parent)
    if here not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([here, os.environ.get("PATH", "")])
