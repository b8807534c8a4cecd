"""Containers of a student's own kind, as the plain ones that they are: a named tuple is a tuple.

A test compares `(loss, grad)` with what came back; whether its author gave the two parts names is their affair. What a
test itself made by calling a class is an object to it, whatever that class is derived from, and stays one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

CONTAINERS: tuple[type, ...] = (tuple, list, dict, set, frozenset)


def as_plain(value: Any, made: Iterable[type] = ()) -> Any:
    """A tuple, list, dict, set or array in place of an instance of a subclass; everything else as it is.

    `made`: classes that a test has called; their instances are objects.
    """
    kind = type(value)
    if issubclass(kind, tuple(made)):
        return value
    for container in CONTAINERS:
        if kind is not container and issubclass(kind, container):
            return container(value)
    if kind is not np.ndarray and issubclass(kind, np.ndarray) and not np.ma.is_masked(value):
        return np.asarray(value)  # a matrix, a memory map
    return value
