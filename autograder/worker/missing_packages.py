"""What a student's import gets where a package is not there: names without content, or a dummy that does nothing.

Code that merely mentions a package (an annotation, a type test, an import that is used elsewhere) computes nothing with it
and must not fail for it; only what calls it, or calculates with it, is refused.
"""

from __future__ import annotations

import dis
import math
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator
from typing import Any

from autograder.jail.packages import HARMLESS

REFUSED_OPERATORS = (
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "truediv",
    "rtruediv",
    "pow",
    "rpow",
    "matmul",
    "rmatmul",
    "neg",
    "len",
    "iter",
    "enter",
    "float",
    "int",
    "index",
)


class Forbidden(RuntimeError):
    """Something is used that this exercise forbids."""


class NotInGrading(ImportError):
    """A package is used that there is not in grading."""


class _Nothing(ContextDecorator):
    """What `torch.no_grad()` is where there is no torch."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


_ANSWERS: dict[str, Callable[..., Any]] = {
    "question": lambda *_, **__: False,
    "context": lambda *_, **__: _Nothing(),
    "setting": lambda *_, **__: None,
    "count": lambda *_, **__: 0,
}
CONSTANTS = {"pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan}


class _Name(type):
    """A dotted name of a package that is not there: a class of which nothing is an instance, and that cannot be called."""

    def __new__(mcs, name: str, bases: tuple, body: dict, **options: Any) -> _Name:
        return super().__new__(mcs, name, bases, body)

    def __init__(cls, name: str, bases: tuple, body: dict, **options: Any) -> None:
        super().__init__(name, bases, body)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return named(f"{cls._dotted}.{name}", cls._refuse)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        # `@torch.no_grad` without brackets hands over the function itself.
        last = cls._dotted.rpartition(".")[2]
        if last in HARMLESS:
            found = _ANSWERS[HARMLESS[last]](*args, **kwargs)
            return found(args[0]) if isinstance(found, _Nothing) and args and callable(args[0]) else found
        raise cls._refuse(cls._dotted)

    def __instancecheck__(cls, instance: object) -> bool:
        return False

    def __subclasscheck__(cls, other: type) -> bool:
        return False

    def __getitem__(cls, item: Any) -> Any:
        return cls

    def __or__(cls, other: Any) -> Any:
        return other

    __ror__ = __or__


def _refusing(cls: Any, *_: Any) -> Any:
    raise cls._refuse(cls._dotted)


for _operator in REFUSED_OPERATORS:
    setattr(_Name, f"__{_operator}__", _refusing)


def named(dotted: str, refuse: Callable[[str], Exception]) -> Any:
    last = dotted.rpartition(".")[2]
    if last in CONSTANTS:
        return CONSTANTS[last]
    body = {"_dotted": dotted, "_refuse": staticmethod(refuse), "__module__": dotted.rpartition(".")[0]}
    return _Name(last, (), body)


class AbsentModule(types.ModuleType):
    """A package that is not there: its names can be mentioned and not used."""

    def __init__(self, dotted: str, refuse: Callable[[str], Exception]) -> None:
        super().__init__(dotted)
        self.__dict__.update(_refuse=refuse, __path__=[])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return named(f"{self.__name__}.{name}", self._refuse)


class Dummy:
    """Takes every call, attribute, item and `with`, and does nothing: a plot, a progress display, a logger."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Dummy()

    def __setattr__(self, name: str, value: Any) -> None:
        pass

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        # As a decorator it leaves the function as it is.
        alone = len(args) == 1 and not kwargs and isinstance(args[0], types.FunctionType)
        return args[0] if alone else Dummy()

    def __getitem__(self, item: Any) -> Dummy:
        return Dummy()

    def __setitem__(self, item: Any, value: Any) -> None:
        pass

    def __iter__(self) -> Iterator[Dummy]:
        """`fig, axes = plt.subplots()` needs as many as it asks for; a loop over axes has none."""
        frame = sys._getframe(1)
        code, at = frame.f_code.co_code, frame.f_lasti
        count = code[at + 1] if dis.opname[code[at]] == "UNPACK_SEQUENCE" else 0
        return iter([Dummy() for _ in range(count)])

    def __len__(self) -> int:
        return 0

    def __enter__(self) -> Dummy:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class DummyModule(types.ModuleType):
    def __init__(self, dotted: str) -> None:
        super().__init__(dotted)
        self.__dict__["__path__"] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Dummy()

    def __setattr__(self, name: str, value: Any) -> None:
        pass
