"""Plain `pytest` in a release folder: the suites' plugin, with the student's own file on the bench."""

from __future__ import annotations

import time

import pytest

from autograder.student.checks import Refused, bench_for
from autograder.suites.plugin import BENCH

pytest_plugins = ["autograder.suites.plugin"]


def pytest_runtest_setup(item: pytest.Item) -> None:
    mark = item.get_closest_marker("exercise")
    try:
        bench = bench_for(item.path, mark.args[0] if mark else None, time.time_ns() & 0xFFFFFFFF)
    except LookupError:
        pytest.skip("not part of this release")
    except Refused as refused:
        pytest.fail(str(refused), pytrace=False)
    item.stash[BENCH] = bench
