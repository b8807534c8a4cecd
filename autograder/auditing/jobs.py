"""Audits in parallel: one worker process per module, as many at a time as asked for."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO

from autograder.auditing.subject_trials import Wanted
from autograder.basics.threads import ONE_THREAD
from autograder.course import Course

GRACE_SECONDS = 5.0


@dataclass(frozen=True)
class AuditJob:
    """Exercises of one module: they share a suite file, and so a process."""

    assignment: str
    exercises: tuple[str, ...]
    wanted: Wanted


@dataclass
class Watch:
    """Called with how far an audit has come."""

    total: Callable[[str, int], None] = lambda exercise, count: None
    done: Callable[[str, int], None] = lambda exercise, count: None


@dataclass
class _Running:
    job: AuditJob
    process: subprocess.Popen[bytes]
    errors: IO[bytes]
    waiting: bytes = b""
    finished: set[str] = field(default_factory=set)
    error: str = ""


def run_jobs(
    course: Course,
    todo: list[AuditJob],
    at_once: int,
    watch: Watch | None = None,
    deadline: float | None = None,
) -> dict[str, str]:
    """Runs them all; exercise id -> why it could not be audited.

    At the deadline the workers are told to stop: they save what they know, and the next audit goes on from there.
    """
    watch = watch or Watch()
    queue, running = deque(todo), list[_Running]()
    failed: dict[str, str] = {}
    with selectors.DefaultSelector() as selector:
        try:
            while queue or running:
                if deadline is not None and time.monotonic() > deadline:
                    break
                while queue and len(running) < at_once:
                    started = _start(course, queue.popleft())
                    running.append(started)
                    selector.register(started.process.stdout, selectors.EVENT_READ, started)  # type: ignore[arg-type]
                for key, _ in selector.select(timeout=0.5):
                    worker: _Running = key.data
                    data = os.read(key.fd, 1 << 16)
                    if data:
                        _listen(worker, data, watch)
                    else:
                        selector.unregister(key.fileobj)
                        running.remove(worker)
                        failed.update(_closed(worker))
        finally:
            _stop(running)
    return failed


def _start(course: Course, job: AuditJob) -> _Running:
    errors = tempfile.TemporaryFile()  # noqa: SIM115
    environment = {**os.environ, **ONE_THREAD, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "autograder.auditing.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env=environment,
    )
    spec = {
        "root": str(course.root),
        "assignment": job.assignment,
        "exercises": job.exercises,
        "wanted": job.wanted.to_json(),
    }
    assert process.stdin is not None
    process.stdin.write(json.dumps(spec).encode())
    process.stdin.close()
    return _Running(job, process, errors)


def _listen(worker: _Running, data: bytes, watch: Watch) -> None:
    *lines, worker.waiting = (worker.waiting + data).split(b"\n")
    for line in lines:
        message = json.loads(line)
        if "error" in message:
            worker.error = message["error"]
        elif "finished" in message:
            worker.finished.add(message["exercise"])
        elif "total" in message:
            watch.total(message["exercise"], message["total"])
        else:
            watch.done(message["exercise"], message["done"])


def _closed(worker: _Running) -> dict[str, str]:
    status = worker.process.wait()
    worker.errors.seek(0)
    words = worker.errors.read()[-2000:].decode(errors="replace").strip()
    worker.errors.close()
    why = worker.error or words or f"its process ended with status {status}"
    return {e: why for e in worker.job.exercises if e not in worker.finished}


def _stop(running: list[_Running]) -> None:
    """Asks politely first: a worker saves what it knows."""
    for worker in running:
        worker.process.terminate()
    for worker in running:
        try:
            worker.process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            worker.process.kill()
            worker.process.wait()
        worker.errors.close()
