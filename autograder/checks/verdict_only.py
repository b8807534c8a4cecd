"""Failures without an explanation, where only the verdict counts: replays of known mistakes, most of an audit.

Finding out where a gradient is wrong takes many times the calls that it takes to see that it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_brief = ContextVar("brief", default=False)


def is_brief() -> bool:
    return _brief.get()


@contextmanager
def brief(on: bool = True) -> Iterator[None]:
    token = _brief.set(on)
    try:
        yield
    finally:
        _brief.reset(token)
