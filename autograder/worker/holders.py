"""Under which names the modules of this process hold an object that C has made.

Looking through every module touches every object in them, and in a fork that copies the memory pages on which they lie: forty
milliseconds for torch. So the zygote remembers, once, what each module holds, and a fork looks only through modules that came
later. In a student's own process nothing is remembered, and all modules are looked through.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Space = dict[str, Any]


@dataclass
class Memory:
    places: dict[int, list[tuple[Space, str]]] = field(default_factory=dict)
    """By the identity of what is held; the object itself is not kept, or code could find it here."""
    newest: str = ""
    """The module that was imported last when this was made."""


_memory = Memory()


def remember() -> None:
    """For the zygote, when everything is imported and nothing has been forked."""
    global _memory
    memory = Memory(newest=next(reversed(sys.modules)))
    for module in _modules_since(""):
        for name, value in vars(module).items():
            if callable(value) and not isinstance(value, types.FunctionType):
                memory.places.setdefault(id(value), []).append((vars(module), name))
    _memory = memory


def holders_of(found: Any) -> list[tuple[Space, str]]:
    """The namespaces of modules that hold it, each with the name."""
    known = [(space, name) for space, name in _memory.places.get(id(found), ()) if space.get(name) is found]
    later = [
        (vars(module), name)
        for module in _modules_since(_memory.newest)
        for name, value in list(vars(module).items())
        if value is found
    ]
    return known + later


def _modules_since(newest: str) -> Iterator[types.ModuleType]:
    """sys.modules is in the order of import."""
    later = []
    for name in reversed(sys.modules):
        if name == newest:
            break
        later.append(name)
    for name in later:
        module = sys.modules[name]
        if isinstance(module, types.ModuleType):
            yield module
