"""Runs graders over the queue until it is empty: starts them, watches them, replaces the dead, keeps the views fresh."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from autograder.basics.threads import ONE_THREAD
from autograder.errors import UserError
from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.runs import grader_process as grader
from autograder.store.queue import Progress, Store, process_start

POLL_SECONDS = 0.1
MOST_IDLE_DEATHS = 5
"""Of graders that held no submission, without a result in between. One that died on a submission counts as an attempt on that
one (`store.MAX_ATTEMPTS`): some hand-ins that bring graders down must not end the run for the others."""


@dataclass
class Running:
    process: subprocess.Popen
    errors: IO[bytes]
    owner: str
    slot: Slot


def start(plan: Plan, database: str, lock: Path, slot: Slot) -> Running:
    errors = tempfile.TemporaryFile()  # noqa: SIM115
    process = subprocess.Popen(
        [sys.executable, "-m", "autograder.runs.grader_process", str(lock)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, env={**os.environ, **ONE_THREAD},
    )  # fmt: skip
    assert process.stdin is not None
    # The database's URL may hold a password: not on the command line, where everybody sees it.
    order = {"plan": asdict(plan), "digest": plan.digest, "slot": asdict(slot), "database": database}
    process.stdin.write(json.dumps(order).encode())
    process.stdin.close()
    owner = f"{socket.gethostname()}:{process.pid}:{process_start(process.pid)}"
    return Running(process, errors, owner, slot)


def run_queue(
    plan: Plan,
    store: Store,
    database: str,
    lock: Path,
    slots: list[Slot],
    watch: Callable[[Progress], None] = lambda p: None,
) -> None:
    """Blocks until every submission is done. A dead grader's submission is leased again by another."""
    store.release()
    progress = store.progress(plan.digest)
    watch(progress)
    waiting = progress.queued + progress.leased
    if waiting == 0:
        return
    graders = [start(plan, database, lock, slot) for slot in slots[:waiting]]
    idle_deaths = 0
    try:
        while graders:
            time.sleep(POLL_SECONDS)
            before, progress = progress, store.progress(plan.digest)
            if progress.done > before.done:
                idle_deaths = 0
            watch(progress)
            for running in list(graders):
                status = running.process.poll()
                if status is None:
                    continue
                graders.remove(running)
                if status == 0:
                    continue
                words = _last_words(running)
                if status == grader.REFUSED:
                    raise UserError(_refusal(plan, words))
                if status == grader.BAD_COURSE:
                    raise UserError(words)
                idle_deaths += not store.release(running.owner)
                if idle_deaths > MOST_IDLE_DEATHS:
                    raise UserError(f"graders keep dying; the last one said:\n{words or f'status {status}'}")
                graders.append(start(plan, database, lock, running.slot))
        left = store.progress(plan.digest)
        if (
            left.queued or left.leased
        ):  # another run on this store holds them, or a grader ended just before an enqueue
            time.sleep(POLL_SECONDS)
            run_queue(plan, store, database, lock, slots, watch)
    finally:
        for running in graders:
            running.process.kill()
            running.process.wait()
            store.release(running.owner)


def _last_words(running: Running) -> str:
    running.errors.seek(0)
    return running.errors.read()[-3000:].decode(errors="replace").strip()


def _refusal(plan: Plan, words: str) -> str:
    return (
        f"this machine cannot give the isolation {plan.isolation!r} that was asked for ({words.removeprefix('refused: ')}); "
        "see what is missing with: gradmark doctor, or grade code that you trust with: --isolation none"
    )
