"""Running a function in a forked child and getting its answer as JSON: for probes and tests."""

from __future__ import annotations

import json
import os
import select
import signal
import time
import warnings
from collections.abc import Callable
from typing import Any


class ChildFailed(Exception):
    """The child gave no answer: it raised, was killed, or took too long."""


def run_forked(function: Callable[[int], Any], timeout: float = 20.0) -> Any:
    """What `function(wire)` returns in a child. `wire` is the descriptor that the answer goes through."""
    reader, wire = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns of threads: the child only computes, calls the kernel and exits.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        _answer(function, reader, wire)
    os.close(wire)
    try:
        text, finished = _read_all(reader, time.monotonic() + timeout)
    finally:
        os.close(reader)
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    if not finished:
        raise ChildFailed(f"no answer within {timeout:g} s")
    if not text:
        raise ChildFailed(f"the child ended without an answer (status {status})")
    try:
        answer = json.loads(text)
    except ValueError:
        raise ChildFailed("the child's answer cannot be read") from None
    if "raised" in answer:
        raise ChildFailed(answer["raised"])
    return answer["result"]


def _answer(function: Callable[[int], Any], reader: int, wire: int) -> None:
    try:
        os.close(reader)
        try:
            answer = {"result": function(wire)}
        except BaseException as problem:
            answer = {"raised": f"{type(problem).__name__}: {problem}"}
        left = json.dumps(answer).encode()
        while left:
            left = left[os.write(wire, left) :]
    finally:
        os._exit(0)


def _read_all(reader: int, deadline: float) -> tuple[bytes, bool]:
    text = b""
    while (left := deadline - time.monotonic()) > 0:
        ready, _, _ = select.select([reader], [], [], left)
        if ready:
            chunk = os.read(reader, 65536)
            if not chunk:
                return text, True
            text += chunk
    return text, False
