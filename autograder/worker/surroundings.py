"""What a submission finds around it, the same for a notebook and for a .py file: its code runs as the main program.

In a notebook `__name__` is "__main__", and so it is where a file is run. What stands under `if __name__ == "__main__":` is
therefore read like everything else: it runs where an exercise needs something of it, and only then.
"""

from __future__ import annotations

import builtins
import sys
import types
from collections.abc import Callable
from typing import Any

from autograder.worker.missing_packages import Dummy

NAME = "__main__"
FILE = "submission.py"
"""One name for all: the real one would tell the code who handed it in."""


def surround(module: types.ModuleType) -> Callable[[], None]:
    """Makes the module the main program; what it returns makes the one before it the main program again."""
    before = sys.modules.get(NAME)
    module.__name__ = NAME
    sys.modules[NAME] = module
    found: dict[str, Any] = {
        "__file__": FILE,
        "__builtins__": builtins,
        "display": Dummy(),
        "get_ipython": Dummy(),
    }
    for name, value in found.items():
        module.__dict__.setdefault(name, value)

    def restore() -> None:
        if before is not None:
            sys.modules[NAME] = before

    return restore
