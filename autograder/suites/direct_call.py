"""Calls a test without pytest's machinery where that machinery would do nothing but hand over our own fixtures.

An audit makes millions of calls of tests that take a fraction of a millisecond: setting up and tearing down each by
pytest's protocol costs more than the test. What uses any other fixture, or a mark that changes how a test is run, is left
to pytest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from autograder.suites import plugin
from autograder.suites.plugin import Bench

Call = Callable[[Bench], None]

OURS: Mapping[str, Callable[[Bench], Any]] = {
    "student": plugin.student_of,
    "reference": plugin.reference_of,
    "versions": plugin.versions_of,
    "rng": plugin.rng_of,
    "device": plugin.device_of,
    "size": plugin.size_of,
}
MARKS_OF_OURS = frozenset({"exercise", "points", "leaves_arguments", "parametrize"})


def direct_call(item: pytest.Item) -> Call | None:
    """A function that runs this test on a bench; None where only pytest can run it."""
    if not isinstance(item, pytest.Function) or any(m.name not in MARKS_OF_OURS for m in item.iter_markers()):
        return None
    callspec = getattr(item, "callspec", None)
    given = dict(callspec.params) if callspec else {}
    info = item._fixtureinfo  # no public way to know what a test asks for
    behind = set(info.names_closure) - {"request"}  # our own fixtures ask for it
    known = [(_is_plain if name in given else _is_ours)(name, info.name2fixturedefs) for name in behind]
    if "request" in info.argnames or not all(known):
        return None
    wanted = [name for name in info.argnames if name not in given]
    arguments = {name: given[name] for name in info.argnames if name in given}
    function, owner = item.function, item.cls

    def call(bench: Bench) -> None:
        values = {name: OURS[name](bench) for name in wanted}
        bound = function.__get__(owner()) if owner else function
        bound(**values, **arguments)

    return call


def _is_ours(name: str, definitions: Mapping[str, Any]) -> bool:
    """Whether a fixture is the plugin's, and not one that a suite put in its place."""
    found = definitions.get(name, ())
    return name in OURS and len(found) == 1 and found[0].func.__module__ == plugin.__name__


def _is_plain(name: str, definitions: Mapping[str, Any]) -> bool:
    """Whether a parameter is a value, and not handed to a fixture of the suite."""
    return all(each.func.__module__ == "_pytest.python" for each in definitions.get(name, ()))
