"""Modules that a submission may import from memory: its own sibling files and the course's `given/`.

The finder stands last, so that a numpy.py or torch.py in a zip never shadows an installed module.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from typing import Any

AUTODIFF_PACKAGES = (
    "torch", "jax", "jaxlib", "tensorflow", "autograd", "tinygrad", "mxnet", "paddle", "theano", "aesara", "pytensor", "casadi",
)  # fmt: skip


class MemoryModules(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    def __init__(self) -> None:
        self.sources: dict[str, str] = {}

    def install(self, siblings: Mapping[str, str], given: Mapping[str, str]) -> None:
        self.sources = {
            **siblings,
            **{f"given.{name}" if name else "given": text for name, text in given.items()},
        }
        if given:
            self.sources.setdefault("given", "")
        if self not in sys.meta_path:
            sys.meta_path.append(self)

    def is_package(self, fullname: str) -> bool:
        return any(name.startswith(fullname + ".") for name in self.sources)

    def find_spec(
        self, fullname: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname in self.sources or self.is_package(fullname):
            return importlib.util.spec_from_loader(
                fullname, self, origin=f"{fullname}.py", is_package=self.is_package(fullname)
            )
        return None

    def get_source(self, fullname: str) -> str:
        return self.sources.get(fullname, "")


class ImportBlocker(importlib.abc.MetaPathFinder):
    """Says plainly that autodiff packages are not part of this exercise."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        if fullname.split(".")[0] in AUTODIFF_PACKAGES:
            raise ImportError(
                f"{fullname.split('.')[0]} is not available in this exercise: it is to be solved with numpy"
            )
        return None


class Forbidden(RuntimeError):
    """Raised where a forbidden ready-made function is called."""


def poison(names: Sequence[str]) -> None:
    """Puts a raising stand-in in the place of each forbidden dotted name."""
    for name in names:
        if "." not in name:
            continue
        module_name, _, attribute = name.rpartition(".")
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            continue
        setattr(module, attribute, _raiser(name))


def _raiser(name: str) -> type:
    def refuse(*args: Any, **kwargs: Any) -> None:
        raise Forbidden(f"{name} is not allowed in this exercise")

    return type(name.rpartition(".")[2], (), {"__new__": refuse, "__init_subclass__": refuse})
