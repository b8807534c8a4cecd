"""Runs collected tests again and again, each time against another bench, inside one pytest session.

Collection is paid once. A test that asks for nothing but our own fixtures is called directly; any other goes through
pytest's own protocol, so that fixtures, parametrisation, and assertion rewriting work as everywhere, with
function-scoped fixtures made anew each time.
"""

from __future__ import annotations

import os
import random
import re
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
import pytest
from _pytest.runner import runtestprotocol

from autograder.checks import CheckFailed, Inconclusive
from autograder.checks.finding import Finding
from autograder.errors import UserError
from autograder.suites import plugin
from autograder.suites.direct_call import Call, direct_call
from autograder.suites.outcome import Judgement, Outcome
from autograder.suites.plugin import BENCH, Bench, SuiteTest, describe
from autograder.suites.student import StudentError, names_of, watch_arguments
from autograder.suites.transport import PlaceError, WorkerLost, ZygoteDied
from autograder.worker.wire import Malformed

T = TypeVar("T")

NOT_RAISED = "DID NOT RAISE"
"""How pytest begins to say that code in `pytest.raises` went on."""
QUIET = [
    "-p",
    "no:cacheprovider",
    "-p",
    "no:terminal",
    "-p",
    "no:capture",
    "-p",
    "no:logging",
    "-p",
    "no:doctest",
    "-p",
    "no:junitxml",
    "-p",
    "no:pastebin",
    "-p",
    "no:nose",
    "-p",
    "no:stepwise",
    "-p",
    "no:warnings",
    "-p",
    "no:recwarn",
    "-p",
    "no:unittest",
    "-p",
    "no:threadexception",
    "-p",
    "no:unraisableexception",
    "-p",
    "no:faulthandler",
    "--import-mode=importlib",
]


class SuiteRunner:
    def __init__(self, session: pytest.Session, tests: list[SuiteTest], public: Sequence[SuiteTest] = ()) -> None:
        self.session = session
        self.tests = tests
        self.public = public
        """Public checks beside hidden tests: they may have the same ids."""
        self.direct = {t.id: direct_call(t.item) for t in tests}
        self._direct_public = {t.id: direct_call(t.item) for t in public}
        self.caught: BaseException | None = None

    def of(self, exercise: str) -> list[SuiteTest]:
        return [t for t in self.tests if t.exercise == exercise]

    def public_of(self, exercise: str) -> list[SuiteTest]:
        return [t for t in self.public if t.exercise == exercise]

    def run(self, test: SuiteTest, bench: Bench) -> Judgement:
        start = time.perf_counter()
        seed_everything(bench.seed)
        if test.leaves_arguments:
            watch_arguments(bench.student)
        call = (self._direct_public if test in self.public else self.direct)[test.id]
        caught = self._by_pytest(test, bench) if call is None else _raised_by(call, bench)
        found = judgement_of(caught or (_in_place(bench) if test.leaves_arguments else None))
        return replace(found, seconds=time.perf_counter() - start)

    def _by_pytest(self, test: SuiteTest, bench: Bench) -> BaseException | None:
        item = test.item
        stay = _StayBelow(item)
        self.session._setupstate.teardown_exact(stay)  # type: ignore[arg-type]
        self.session.config.stash[BENCH] = bench
        self.caught = None
        for leftover in ("_instance", "_obj"):  # what one run put on `self` is nothing for the next
            vars(item).pop(leftover, None)
        item._initrequest()  # type: ignore[attr-defined]
        runtestprotocol(item, log=False, nextitem=stay)  # type: ignore[arg-type]
        return self.caught

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> pytest.TestReport:
        """Keeps the exception itself; pytest's own report would render the source of every frame, for nobody."""
        if call.excinfo is not None and self.caught is None:
            self.caught = call.excinfo.value
        outcome: Literal["passed", "failed"] = "failed" if call.excinfo else "passed"
        when: Any = call.when  # never "collect" here
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, when)


def seed_everything(seed: int) -> None:
    """A suite that builds a torch module draws its weights from the global generator: the same ones each time."""
    random.seed(seed)
    np.random.seed(seed % (1 << 32))
    if "torch" in sys.modules:
        sys.modules["torch"].default_generator.manual_seed(seed % (1 << 63))


class _StayBelow:
    """Stands for "the next test is in the same place", so that module fixtures live on."""

    def __init__(self, item: pytest.Item) -> None:
        self.chain = item.listchain()[:-1]

    def listchain(self) -> list[Any]:
        return self.chain


def _raised_by(call: Call, bench: Bench) -> BaseException | None:
    try:
        call(bench)
    except (KeyboardInterrupt, SystemExit, pytest.exit.Exception):
        raise
    except BaseException as error:  # pytest's own outcomes are no Exceptions
        return error
    return None


def _in_place(bench: Bench) -> CheckFailed | None:
    """What a test that passed has against the code after all."""
    for name, arguments in bench.student.changed.items():
        who = name if name and name in names_of(bench.student) else "your code"
        what = "its argument" if len(arguments) == 1 else "its arguments"
        text = (
            f"the answers are right, but {who} changed {what} {' and '.join(arguments)} in place. "
            "Unless told otherwise, leave the arguments as they are: work on a copy, or make a new array"
        )
        return CheckFailed(text, where={"in_place": True, "first_divergence": ""})
    return None


def judgement_of(error: BaseException | None) -> Judgement:
    """What a test says that ended with this exception, or with none."""
    if error is None:
        return Judgement(Outcome.PASSED)
    if isinstance(error, (ZygoteDied, PlaceError)):
        raise error
    found = _judgement_of(error)
    _forget_frames(error)
    return found


def _forget_frames(error: BaseException | None) -> None:
    """A failure is kept until the whole exercise is explained: what its frames hold, all that was returned, is not."""
    while error is not None and error.__traceback__ is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def _judgement_of(error: BaseException) -> Judgement:
    if isinstance(error, WorkerLost):
        return Judgement(error.outcome, Finding(error.public), error.detail, retry=error.retry, failure=error)
    if isinstance(error, StudentError):
        outcomes = {"MemoryError": Outcome.MEMORY, "Forbidden": Outcome.FORBIDDEN}
        return Judgement(outcomes.get(error.kind, Outcome.ERROR), error.finding, error.text, failure=error)
    if isinstance(error, Inconclusive):
        said = Finding("this test could not decide; staff will look at it")
        return Judgement(Outcome.INCONCLUSIVE, said, str(error), failure=error)
    if isinstance(error, CheckFailed):
        return Judgement(Outcome.FAILED, error.finding, error.detail, failure=error)
    detail = "".join(traceback.format_exception(error))[-4000:]
    if _is_out_of_memory(error):
        said = Finding("what your code returned takes more memory to look at than a test may use")
        return Judgement(Outcome.MEMORY, said, detail, failure=error)
    if isinstance(error, Malformed):
        said = Finding("your code broke the connection to the grader")
        return Judgement(Outcome.ERROR, said, detail, failure=error)
    if isinstance(error, AssertionError):
        return Judgement(Outcome.FAILED, detail=detail, failure=error)
    if isinstance(error, pytest.fail.Exception) and str(error).startswith(NOT_RAISED):
        kinds = re.findall(r"\b[A-Z]\w*", str(error).removeprefix(NOT_RAISED))
        return Judgement(Outcome.FAILED, Finding(f"your code raised no {' or '.join(kinds)}"), detail, failure=error)
    # The suite stumbled over what it was given: with the reference it does not (the audit proves it).
    said = Finding("your code returned something of another form than the task asks for")
    return Judgement(Outcome.FAILED, said, detail, failure=error)


def _is_out_of_memory(error: BaseException) -> bool:
    """By the limit of this process (see `memory`). Torch says it in words only."""
    return isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and "can't allocate memory" in str(error))


def with_suites(
    files: Sequence[Path],
    exercises_of_module: dict[str, list[str]],
    work: Callable[[SuiteRunner], T],
    *,
    root: Path,
    public: Sequence[Path] = (),
) -> T:
    """Collects `files` in a pytest session and calls `work` inside it. `public` are public checks beside hidden tests:
    a course whose public checks cannot be collected is graded all the same."""
    beside = {path.resolve() for path in public}
    answer: list[T] = []
    failure: list[BaseException] = []

    class Session:
        def pytest_collectreport(self, report: pytest.CollectReport) -> None:
            if report.failed and (root / report.nodeid).resolve() not in beside:
                failure.append(UserError(f"{report.nodeid or root}: the suite cannot be collected:\n{report.longreprtext}"))

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            if failure:
                return True
            try:
                items = [[i for i in session.items if (i.path.resolve() in beside) == shown] for shown in (False, True)]
                hidden, shown = (describe(each, exercises_of_module) for each in items)
                runner = SuiteRunner(session, hidden, shown)
                session.config.pluginmanager.register(runner)
                answer.append(work(runner))
            except BaseException as error:
                failure.append(error)
            return True

    arguments = [
        *QUIET,
        f"--rootdir={root}",
        f"--confcutdir={root}",
        "-c",
        os.devnull,
        *map(str, [*files, *public]),
    ]
    try:
        code = pytest.main(arguments, plugins=[plugin, Session()])
    finally:
        _forget_modules([*files, *public])
    if failure:
        raise failure[0]
    if not answer:
        raise UserError(f"no test was collected from {', '.join(str(f) for f in files) or root} (pytest ended with {code})")
    return answer[0]


def _forget_modules(files: Sequence[Path]) -> None:
    """Suites of two courses may have the same file names: the next session must not be handed this one's modules."""
    collected = {str(f) for f in files}
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) in collected:
            del sys.modules[name]
