"""Modules that a submission may import from memory: its own sibling files and the course's `given/`.

The finder stands last, so that a numpy.py or torch.py in a zip never shadows an installed module.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from autograder.worker.imports import StudentImports
from autograder.worker.rebinding import Rebinding


class MemoryModules(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    def __init__(self) -> None:
        self.sources: dict[str, str] = {}
        self.imports: StudentImports | None = None
        """How these modules import others."""
        self.stand_ins: Mapping[str, Any] = {}
        """What the grader answers for, in whichever file of the submission it is defined."""

    def install(
        self,
        siblings: Mapping[str, str],
        given: Mapping[str, str],
        imports: StudentImports | None = None,
        stand_ins: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.imports, self.stand_ins = imports, stand_ins
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

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if self.holds(fullname):
            return importlib.util.spec_from_loader(
                fullname, self, origin=f"{fullname}.py", is_package=self.is_package(fullname)
            )
        return None

    def holds(self, fullname: str) -> bool:
        return fullname in self.sources or self.is_package(fullname)

    def exec_module(self, module: ModuleType) -> None:
        if self.imports is not None:
            module.__dict__["__builtins__"] = self.imports.builtins
        if self.stand_ins and module.__name__.partition(".")[0] != "given":
            code = self.source_to_code(self.get_source(module.__name__), f"{module.__name__}.py")
            exec(code, module.__dict__, Rebinding(module.__dict__, self.stand_ins))
        else:
            super().exec_module(module)

    def get_source(self, fullname: str) -> str:
        return self.sources.get(fullname, "")
