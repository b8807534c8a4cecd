"""Student code in a real jailed worker, without the rest of grading: what it answers, or how it fails."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from autograder.grading.workers import Budget, Program, WorkerLimits, WorkerTransport, ZygotePool
from autograder.intake.slicing import analyse
from autograder.suites.student import Student, begin_test
from autograder.suites.student_error import StudentError, Surface


def call(
    pool: ZygotePool,
    runtime: str,
    code: str,
    *args: Any,
    forbid: tuple[str, ...] = (),
    siblings: dict | None = None,
) -> Any:
    """`f(*args)` of a submission whose cells are separated by lines of dashes, sliced as in grading."""
    cells = [(f"cell {i}", cell) for i, cell in enumerate(dedent(code).strip().split("\n---\n"), 1)]
    piece = analyse(cells, siblings or {}, {}).slice(["f"])
    load = {
        "statements": [
            {"label": f"<{i}>", "line": 1, "source": s.source, "name": s.name, "needed": s.needed}
            for i, s in enumerate(piece.statements)
        ],
        "flags": piece.compile_flags,
        "siblings": {name: (siblings or {})[name] for name in piece.siblings},
        "runtime": runtime,
        "forbid": [name for name in forbid if name != "autograd"],
    }
    surface = Surface(["f"], forbid=forbid)
    transport = WorkerTransport(pool, Program(runtime, load, WorkerLimits(1 << 30, 64.0), Budget(10.0), surface))
    try:
        student = Student(transport, surface)
        begin_test(student, 1)
        return student.f(*args)
    finally:
        transport.close()


def failure(pool: ZygotePool, runtime: str, code: str, *args: Any, **more: Any) -> StudentError:
    try:
        answer = call(pool, runtime, code, *args, **more)
    except StudentError as error:
        return error
    raise AssertionError(f"no failure: {answer!r}")
