"""Grades one hand-in with a grader that stays up between calls: started by the first, ended after a minute without work.

The grader is only ever a saving. Wherever it cannot be had, is busy, dies or does not fit, the hand-in is graded in a process
of its own (`one_hand_in.py`), with the same result.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.grading.results import SubmissionResult
from autograder.runs import warm_place
from autograder.runs.warm_place import Order

MOST = 3
"""Graders of one user that stay up at the same time: each takes some hundred megabytes."""
START_SECONDS = 120.0
BUSY_SECONDS = 5.0
"""So long a call waits for a grader that works for somebody else."""
LONGEST = 1 << 28
_started: list[subprocess.Popen[bytes]] = []
"""Kept, so that nothing complains about children that outlive their parent."""


def grade_warm(
    archive: Path,
    hand_in: Path,
    home: Path,
    isolation: str,
    hints: str,
    submission_seconds: float | None = None,
) -> SubmissionResult:
    """The result of a student's folder, graded with a zipped bundle. `home` is for files on the way."""
    found = _asked(archive, hand_in, home, Order(warm_place.digest_of_file(archive), isolation, hints, submission_seconds))
    if found is not None:
        return SubmissionResult.model_validate_json(found)
    return grade_once(archive, hand_in, home, isolation, hints, submission_seconds)


def grade_once(
    archive: Path,
    hand_in: Path,
    home: Path,
    isolation: str,
    hints: str,
    submission_seconds: float | None = None,
) -> SubmissionResult:
    """The same in a process that ends with it."""
    from autograder.runs.bundle import open_bundle
    from autograder.runs.one_hand_in import grade_one

    bundle = open_bundle(archive, home / "bundle")
    return grade_one(bundle, hand_in, home, isolation, hints, submission_seconds=submission_seconds)


def _asked(archive: Path, hand_in: Path, home: Path, order: Order) -> str | None:
    """The result as JSON; None where no warm grader gives one."""
    try:
        connection, seconds = _reached(archive, order)
    except OSError:
        return None
    if connection is None:
        return None
    with connection:
        try:
            return exchange(connection, seconds, {"name": order.name, "hand_in": str(hand_in), "home": str(home)})
        except (OSError, ValueError):  # it died, or what it says is cut off
            return None


def _reached(archive: Path, order: Order) -> tuple[socket.socket | None, float]:
    """A connection to the grader for this order, and how long it may take until it is ready for us."""
    folder, name = warm_place.home(), order.name
    place = folder / name
    if connection := warm_place.connect(place):
        return connection, BUSY_SECONDS
    if warm_place.sweep(folder, name) >= MOST:
        return None, 0.0
    lock = warm_place.locked(place)
    if lock is None:  # somebody else is starting it this very moment
        return _connected(place, lambda: True, BUSY_SECONDS), BUSY_SECONDS
    try:
        process = _start(archive, order, place, lock)
    finally:
        os.close(lock)  # the grader has a copy
    return _connected(place, lambda: process.poll() is None, START_SECONDS), START_SECONDS


def _start(archive: Path, order: Order, place: Path, lock: int) -> subprocess.Popen[bytes]:
    log = os.open(place / warm_place.LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-m", "autograder.runs.warm_grader"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd=place,
            env=warm_place.environment(),
            pass_fds=[lock],
            start_new_session=True,
        )
    finally:
        os.close(log)
    _started.append(process)
    assert process.stdin is not None
    told = {"order": asdict(order), "name": order.name, "place": str(place), "archive": str(archive), "lock": lock}
    with process.stdin as stdin:
        stdin.write(json.dumps(told).encode())
    return process


def _connected(place: Path, goes_on: Any, seconds: float) -> socket.socket | None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and goes_on():
        if connection := warm_place.connect(place):
            return connection
        time.sleep(0.02)
    return None


def exchange(connection: socket.socket, seconds: float, request: dict[str, Any]) -> str:
    """Asks, waits until the grader is free, says go, takes the result. A grader that we no longer wait for does not begin."""
    connection.settimeout(seconds)
    with connection.makefile("rwb") as stream:

        def say(message: dict[str, Any]) -> None:
            stream.write(json.dumps(message).encode() + b"\n")
            stream.flush()

        def hear() -> dict[str, Any]:
            line = stream.readline(LONGEST)
            if not line.endswith(b"\n"):
                raise ValueError("it said nothing, or half of something")
            said: dict[str, Any] = json.loads(line)
            return said

        say(request)
        if "ready" not in hear():
            raise ValueError("it is another grader")
        connection.settimeout(None)
        say({"go": True})
        answer = hear()
    if "refused" in answer:
        raise UserError(answer["refused"])
    return str(answer["result"])
