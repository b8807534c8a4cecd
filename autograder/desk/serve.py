"""Serving the desk: on loopback only, on a port that is free, until Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from autograder.desk.app import make_app
from autograder.desk.desk import Desk
from autograder.desk.security import Door
from autograder.errors import UserError

LOOPBACK = "127.0.0.1"


class Server:
    """`address` is known once it is made; `run()` serves until `stop()` or Ctrl-C."""

    def __init__(self, out: str | Path, *, db: str | None = None, by: str = "", port: int = 0) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((LOOPBACK, port))
        except OSError as error:
            self._socket.close()
            raise UserError(f"port {port} cannot be used ({error.strerror}); leave --port out, or choose another") from None
        try:
            self.desk = Desk(out, db, by)
        except BaseException:
            self._socket.close()
            raise
        self.port = int(self._socket.getsockname()[1])
        self.door = Door([f"{LOOPBACK}:{self.port}", f"localhost:{self.port}"])
        config = uvicorn.Config(
            make_app(self.desk, self.door),
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}/?token={self.door.token}"

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        ready()
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self.desk.close()
            self._socket.close()

    def stop(self) -> None:
        self._server.should_exit = True
