"""Looks for a message without going to sleep, where it is likely to come at once.

A call into a worker takes less time than putting a process to sleep and waking it on another core, so both sides look
for the next message for a moment before they block. Only after a short wait: a worker that trains for a second is
not waited for like this, nor is one whose core is taken by somebody else.
"""

from __future__ import annotations

import select
import socket
from time import perf_counter

SHORT = 2.5e-4
"""Seconds. Sleeping makes a wait below this noticeably longer."""


class Eager:
    """`with eager: receive(...)`"""

    def __init__(self, sock: socket.socket) -> None:
        self._poll = select.poll()
        self._poll.register(sock.fileno(), select.POLLIN)
        self._start = 0.0
        self._last = 0.0
        """How long the last message was waited for."""

    def __enter__(self) -> None:
        self._start = start = perf_counter()
        if self._last < SHORT:
            while not self._poll.poll(0) and perf_counter() - start < SHORT:
                pass

    def __exit__(self, *_: object) -> None:
        self._last = perf_counter() - self._start
