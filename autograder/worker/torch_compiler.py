"""torch without its compiler, until somebody asks for it.

The first optimizer imports torch._dynamo, which takes as long as torch itself, only to say "do not compile this". A process
that is in a hurry calls `leave_out()` before it imports torch: what torch asks of its compiler in ordinary code is answered at
once. Anything else brings in the real one. A jail does not let it in, so a worker ends with status WANTED instead.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

NAME = "torch._dynamo"
WANTED = 96
"""Exit status of a worker whose code asks for the compiler, where it was left out."""


class LeftOut(ModuleType):
    """Stands in the compiler's place. Outside compiled code, both functions do nothing in the real one as well."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.when_wanted: Callable[[], ModuleType] = bring_in

    @staticmethod
    def graph_break(*_: object, **__: object) -> None:
        return None

    @staticmethod
    def disable(fn: Any = None, *_: object, **__: object) -> Any:
        return fn if fn is not None else lambda function: function

    def __getattr__(self, name: str) -> Any:
        # The path is asked for by imports of its parts; other names of this kind by whoever looks through all modules.
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)
        return getattr(self.when_wanted(), name)


def leave_out() -> None:
    """For a process that has not imported torch yet."""
    sys.modules.setdefault(NAME, LeftOut())


def bring_in() -> ModuleType:
    """The real one."""
    if isinstance(sys.modules.get(NAME), LeftOut):
        del sys.modules[NAME]
    return importlib.import_module(NAME)


def when_wanted(act: Callable[[], ModuleType]) -> None:
    """From now on in this process, where the compiler was left out."""
    left_out = sys.modules.get(NAME)
    if isinstance(left_out, LeftOut):
        left_out.when_wanted = act
