"""Starts graders' processes; one of them perhaps before anybody knows its order.

`gradmark grade` calls `start_spare()` before it imports anything large: the grader imports its own modules meanwhile, and waits
for its order on stdin. Whoever wants a grader gets that one first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import IO

from autograder.basics.threads import ONE_THREAD


@dataclass
class GraderProcess:
    process: subprocess.Popen[bytes]
    errors: IO[bytes]


_spare: list[GraderProcess] = []


def new_grader() -> GraderProcess:
    errors = tempfile.TemporaryFile()  # noqa: SIM115
    process = subprocess.Popen(
        [sys.executable, "-m", "autograder.runs.grader_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        # The grader computes on the CPU: what is on a GPU is the student's alone.
        env={**os.environ, **ONE_THREAD, "CUDA_VISIBLE_DEVICES": ""},
    )
    return GraderProcess(process, errors)


def start_spare() -> None:
    _spare.append(new_grader())


def take_grader() -> GraderProcess:
    """The spare one, if it is there and alive."""
    while _spare:
        found = _spare.pop()
        if found.process.poll() is None:
            return found
    return new_grader()


def dismiss_spare() -> None:
    """Where nobody took it."""
    while _spare:
        process = _spare.pop().process
        process.kill()
        process.wait()
