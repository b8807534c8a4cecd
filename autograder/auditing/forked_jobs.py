"""Runs code that may hang or eat memory in a forked child, job after job; answers come back as JSON lines."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

Job = TypeVar("Job")
Beat = Callable[[], None]
"""Called by a job between its parts: its time starts again."""

WALL_FACTOR = 10
"""On a busy machine a child may wait for its turn; wall time alone counts only when it is this much."""


def run_forked(
    jobs: Sequence[Job], work: Callable[[Job, Beat], dict[str, Any]], seconds: float, memory: int
) -> Iterator[tuple[Job, dict[str, Any]]]:
    """(job, answer) for each job. A child that hangs, dies or outgrows its memory answers {"lost": why}.

    One child works through all jobs; only after a loss another one goes on with the rest.
    """
    at = 0
    while at < len(jobs):
        child, pipe = _start(jobs[at:], work, memory)
        try:
            for answer in _answers(child, pipe, seconds):
                yield jobs[at], answer
                at += 1
                if at == len(jobs) or "lost" in answer:
                    break
        finally:
            pipe.close()
            _end(child)


def _start(jobs: Sequence[Job], work: Callable[[Job, Beat], dict[str, Any]], memory: int) -> tuple[int, Any]:
    sys.stdout.flush()
    sys.stderr.flush()
    gc.collect()
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        _child(jobs, work, memory, theirs)
    os.close(theirs)
    return child, os.fdopen(ours, "rb", buffering=0)


def _child(jobs: Sequence[Job], work: Callable[[Job, Beat], dict[str, Any]], memory: int, pipe: int) -> NoReturn:
    """Never returns: whatever happens, the parent's clean-up must not run twice."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        limit = _address_space() + memory
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for job in jobs:
            answer = work(job, lambda: _write(pipe, b"\n"))
            _write(pipe, json.dumps(answer).encode() + b"\n")
        os._exit(0)
    except BaseException as error:
        _write(pipe, json.dumps({"lost": type(error).__name__}).encode() + b"\n")
    finally:
        os._exit(1)


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _answers(child: int, pipe: Any, seconds: float) -> Iterator[dict[str, Any]]:
    waiting = b""
    cpu, wall = _cpu_seconds(child), time.monotonic()
    while True:
        ready, _, _ = select.select([pipe], [], [], 0.2)
        if not ready:
            late = time.monotonic() - wall
            if (_cpu_seconds(child) - cpu > seconds and late > seconds) or late > WALL_FACTOR * seconds:
                yield {"lost": "timeout"}
                return
            continue
        data = os.read(pipe.fileno(), 1 << 16)
        if not data:
            yield {"lost": "crash"}
            return
        cpu, wall = _cpu_seconds(child), time.monotonic()
        *lines, waiting = (waiting + data).split(b"\n")
        for line in lines:
            if line:
                yield json.loads(line)


def _end(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return time.monotonic()  # no /proc here: wall time has to do


def _address_space() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + (4 << 30)
