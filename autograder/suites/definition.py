"""Which tests ask for the definition of what an exercise is about, and not only for a property of it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

import pytest

DEFINING = {
    "reference",
    "versions",
    "gradcheck",
    "gradcheck_pair",
    "check_backward",
    "check_pair",
    "check_vjp",
    "assert_grads_close",
    "threshold",
    "check_threshold",
}
"""A test that uses one of these, itself or through a function of its module, asks for the definition."""


def is_definition(item: pytest.Item) -> bool:
    """Marked `@definition`, or seen by what the test uses."""
    if item.get_closest_marker("definition") is not None:
        return True
    function = getattr(item, "function", None)
    return function is not None and bool(_names(function, inspect.getmodule(function)) & DEFINING)


@lru_cache(maxsize=4096)
def _names(function: Callable[..., Any], module: ModuleType | None) -> frozenset[str]:
    """All names in a function, and in those of its module that it uses."""
    found: set[str] = set()
    waiting, done = [inspect.unwrap(function)], set()
    while waiting:
        current = waiting.pop()
        if current in done:
            continue
        done.add(current)
        tree = ast.parse(textwrap.dedent(inspect.getsource(current)))
        own = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        own |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
        found |= own
        used = [inspect.unwrap(f) for name in own if inspect.isfunction(f := getattr(module, name, None))]
        waiting += [f for f in used if inspect.getmodule(f) is module]
    return frozenset(found)
