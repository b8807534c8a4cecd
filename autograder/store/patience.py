"""A database server that is restarted, or a connection that is lost, is waited for, within bounds."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from autograder.store.failures import DatabaseGone

T = TypeVar("T")
P = ParamSpec("P")

PATIENCE = 60.0


def patiently(action: Callable[[], T], seconds: float = PATIENCE) -> T:
    """What failed because the server is away is tried again for a while."""
    end = time.monotonic() + seconds
    while True:
        try:
            return action()
        except DatabaseGone:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def lasting(method: Callable[P, T]) -> Callable[P, T]:
    """For methods that are one transaction, and may be repeated even if it is not known whether they took effect."""

    @wraps(method)
    def again(*args: P.args, **options: P.kwargs) -> T:
        return patiently(lambda: method(*args, **options))

    return again
