"""A real zygote and a real worker, from end to end: what grading needs, tried before anybody's code depends on it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from autograder.grading.workers import JailRefused, Program, WorkerTransport, ZygotePool
from autograder.suites.student import Student, begin_test
from autograder.suites.student_error import Surface
from autograder.suites.transport import WorkerLost, ZygoteDied

TRIES = 3
_CODE = "def double(x):\n    return 2 * x"


@dataclass
class Rehearsed:
    runtime: str
    level: str
    """The isolation that held in the worker."""
    seconds: float
    problem: str = ""


def rehearse(level: str, runtime: str) -> Rehearsed:
    """One call in one worker; `problem` says what went wrong."""
    start = time.monotonic()
    pool = ZygotePool(level)
    try:
        problem = try_worker(pool, runtime, tries=1)
        return Rehearsed(runtime, pool.reached, round(time.monotonic() - start, 2), problem)
    except (OSError, JailRefused) as error:
        seconds = round(time.monotonic() - start, 2)
        return Rehearsed(runtime, "none", seconds, _last_line(str(error)))
    finally:
        pool.close()


def try_worker(pool: ZygotePool, runtime: str, tries: int = TRIES) -> str:
    """ "", or why no worker of this pool answers. A process that is ended from outside gets another try."""
    problem = ""
    for _ in range(tries):
        statement = {"label": "<0>", "line": 1, "source": _CODE, "name": "double", "needed": True}
        surface = Surface(["double"])
        transport = WorkerTransport(pool, Program(runtime, {"statements": [statement]}, surface=surface))
        student = Student(transport, surface)
        try:
            begin_test(student, 1)
            answer = student.double(21)
            transport.close()
            return "" if answer == 42 else f"a worker answered {answer!r} for 42"
        except (ZygoteDied, WorkerLost) as error:
            problem = _last_line(str(error))
            transport.abandon()
            pool.discard(runtime)
    return problem


def _last_line(words: str) -> str:
    """Of a traceback, what it ends with."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    return lines[-1] if lines else "it ended without a word"
