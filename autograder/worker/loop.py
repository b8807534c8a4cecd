"""The worker's main loop: one request, one reply, on one descriptor."""

from __future__ import annotations

import socket

from autograder.worker.eager_reading import Eager
from autograder.worker.session import Session
from autograder.worker.values import Encoder
from autograder.worker.wire import Closed, Malformed, Message, receive, send


def serve(sock: socket.socket, layers: list[str]) -> None:
    """Says which layers of the jail hold, then answers until the grader closes the wire."""
    send(sock, {"layers": layers})

    def call_back(header: dict, encoder: Encoder) -> Message:
        send(sock, {**header, "bufs": encoder.specs}, encoder.buffers)
        return receive(sock, fds=True)

    session = Session(call_back=call_back)
    eager = Eager(sock)
    while True:
        try:
            with eager:
                message = receive(sock, fds=True)
        except Closed:
            return
        reply, encoder = session.handle(message)
        try:
            send(sock, {**reply, "bufs": encoder.specs}, encoder.buffers)
        except Malformed as error:
            send(sock, {"error": {"type": "ValueError", "kind": "TooLarge", "text": str(error)}})
