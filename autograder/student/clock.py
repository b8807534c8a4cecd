"""A limit for code that runs in a student's own process: an endless loop must end, on any system and in any thread.

In the main thread of Linux and macOS the kernel interrupts it, sleep included. Elsewhere (Windows, another thread) an exception
is put into the thread; Python looks for it between two of its own instructions, so a single call into a library ends first.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from types import TracebackType
from typing import Any

from autograder.suites.outcome import Outcome
from autograder.suites.transport import LocalTransport, WorkerLost
from autograder.worker.session import Session
from autograder.worker.values import Encoder
from autograder.worker.wire import Message

AGAIN = 0.2
"""Seconds after which an interruption is repeated: a bare `except:` may have swallowed it."""


class TimeIsUp(BaseException):
    """Raised in the middle of a student's code: no `except Exception` may take it for something else."""


class WallClock:
    """`with clock:` ends what runs inside when its seconds, over all uses together, are used up. 0 seconds: no limit."""

    def __init__(self, seconds: float) -> None:
        self.seconds = self.left = seconds
        self.is_over = False

    def __enter__(self) -> WallClock:
        self._start = time.monotonic()
        self._running = self.seconds > 0
        if self._running:
            least = max(self.left, 0.001)
            if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
                self._by_kernel(least)
            else:
                self._by_thread(least)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if self._running:
            while True:
                try:
                    self._stop()
                    break
                except TimeIsUp:  # the last one came late
                    continue
            self.left -= time.monotonic() - self._start
        return kind is TimeIsUp

    def _by_kernel(self, seconds: float) -> None:
        def interrupt(*_: object) -> None:
            if self._running:
                self.is_over = True
                raise TimeIsUp

        before = signal.signal(signal.SIGALRM, interrupt)
        others = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)

        def stop() -> None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._running = False
            signal.signal(signal.SIGALRM, before)
            if others[0]:  # somebody else's alarm goes on
                signal.setitimer(signal.ITIMER_REAL, *others)

        self._stop = stop

    def _by_thread(self, seconds: float) -> None:
        interrupted, lock, done = threading.get_ident(), threading.Lock(), threading.Event()
        put = ctypes.pythonapi.PyThreadState_SetAsyncExc

        def watch() -> None:
            wait = seconds
            while not done.wait(wait):
                with lock:
                    if not done.is_set():
                        self.is_over = True
                        put(ctypes.c_ulong(interrupted), ctypes.py_object(TimeIsUp))
                wait = AGAIN

        def stop() -> None:
            done.set()
            with lock:
                put(ctypes.c_ulong(interrupted), None)  # what is still on its way is taken back
            self._running = False

        self._stop = stop
        threading.Thread(target=watch, name="gradmark-clock", daemon=True).start()


class PatientTransport(LocalTransport):
    """A session in this process whose code has so many seconds for one test."""

    def __init__(self, session: Session, seconds: float) -> None:
        super().__init__(session)
        self.clock = WallClock(seconds)

    def request(self, header: dict, encoder: Encoder) -> Message:
        reply: Message | None = None
        with self.clock:
            reply = super().request(header, encoder)
        if self.clock.is_over:
            raise WorkerLost(Outcome.TIMEOUT, f"your code was stopped after {self.clock.seconds:g} s{self._where(reply)}")
        assert reply is not None
        return reply

    def _where(self, reply: Message | None) -> str:
        """The line in which it was, as far as that is known."""
        said: Any = reply.header.get("error") if reply is not None else None
        definition, line = (said.get("definition"), said.get("line")) if isinstance(said, dict) else (None, None)
        lines = self.sources.get(definition, []) if isinstance(definition, str) else []
        if not definition or not isinstance(line, int) or not 0 < line <= len(lines):
            return ""
        code = lines[line - 1].strip()[:120].replace("`", "'")
        return f", in line {line} of {definition}: `{code}`"
