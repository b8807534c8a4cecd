"""Tests that code cannot tell apart: in an order drawn for each submission, with nothing left over from the one before.

A process that has run one test can count, remember and look at its random state; a property is easily had by code that
knows which one is asked for. So whatever earns a part of the points earns it in a process of its own. One worker is
shared only where that cannot matter: all of its tests pass (no count of tests makes a definition pass), or all
fail. Where some do, each is repeated in a fresh worker. Training takes long, so there each test has its own at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from autograder.checks.verdict_only import brief
from autograder.suites.examiner import TestRun
from autograder.suites.plugin import SuiteTest
from autograder.suites.transport import WorkerLost

Open = Callable[[], AbstractContextManager[Any]]
"""A fresh worker, as long as it is needed."""


def run_apart(
    tests: Sequence[SuiteTest],
    seed: int,
    open_worker: Open,
    run: Callable[[SuiteTest, Any], TestRun],
    always: bool,
) -> list[TestRun]:
    """The runs in the order of the suite, whatever the order in which they were made."""
    order = list(tests)
    random.Random(seed).shuffle(order)
    found = {r.test.id: r for r in (_each_alone if always else _together)(order, open_worker, run)}
    return [found[t.id] for t in tests]


def _together(order: list[SuiteTest], open_worker: Open, run: Callable[[SuiteTest, Any], TestRun]) -> Iterator[TestRun]:
    with open_worker() as worker:
        runs = [run(test, worker) for test in order]
    passed = sum(_passed(r) for r in runs)
    if passed in (0, len(runs)):
        yield from runs
        return
    yield from runs[:1]  # it was the first in its process
    for first in runs[1:]:
        yield _repeated(first, open_worker, run)


def _repeated(first: TestRun, open_worker: Open, run: Callable[[SuiteTest, Any], TestRun]) -> TestRun:
    """A failure that was explained is only looked at again: does the test pass where nothing was left behind?"""
    if not _passed(first) and (not first.is_replayable or isinstance(first.judgement.failure, WorkerLost)):
        return first
    with open_worker() as worker, brief(not _passed(first)):
        again = run(first.test, worker)
    return again if _passed(first) or _passed(again) else first


def _each_alone(order: list[SuiteTest], open_worker: Open, run: Callable[[SuiteTest, Any], TestRun]) -> Iterator[TestRun]:
    waiting = list(order)
    while waiting:
        with open_worker() as worker:
            yield run(waiting.pop(0), worker)
            while waiting and worker.load_failed:  # the same for every test, and said at once
                yield run(waiting.pop(0), worker)


def _passed(run: TestRun) -> bool:
    return run.passed
