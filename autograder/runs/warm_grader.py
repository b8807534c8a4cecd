"""The grader that stays up between calls: `python -I -m autograder.runs.warm_grader`, told by JSON on stdin.

It holds one bundle and grades one hand-in at a time, as a grader of `gradmark grade` does. It listens before it loads anything,
so that calls wait for it rather than start another. It ends after a minute without work, after enough hand-ins, when its caller
goes away in the middle, and on SIGTERM; it then removes its folder. If it is killed, the next call does.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from autograder.errors import UserError
from autograder.runs import warm_place
from autograder.runs.warm_place import Order

if TYPE_CHECKING:
    from autograder.grading.results import SubmissionResult

IDLE_SECONDS = 60.0
HANDSHAKE_SECONDS = 5.0
LIFE = 300
"""Hand-ins after which a grader makes room for a new one: whatever may pile up in it is gone then."""
LONGEST = 1 << 20
Grade = Callable[[Path, Path], "SubmissionResult"]


def main() -> None:
    os.umask(0o077)
    told = json.loads(sys.stdin.read())
    place, order = Path(told["place"]), Order(**told["order"])
    listener = warm_place.listen(place)  # its lock came with us, and is held as long as we live
    signal.signal(signal.SIGTERM, lambda *_: leave(place))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        if order.name != told["name"]:
            raise UserError("what is here is not what was asked for")
        if warm_place.digest_of_file(Path(told["archive"])) != order.bundle:
            raise UserError("the bundle is not the one that was asked for")
        load_and_serve(Path(told["archive"]), place, order, listener)
    except BaseException:
        traceback.print_exc()
        leave(place, 1)
    leave(place)


def load_and_serve(archive: Path, place: Path, order: Order, listener: socket.socket) -> None:
    from autograder.runs.bundle import open_bundle
    from autograder.runs.hand_in_grader import with_grader

    shutil.rmtree(place / warm_place.BUNDLE, ignore_errors=True)
    bundle = open_bundle(archive, place / warm_place.BUNDLE)
    with_grader(
        bundle,
        order.isolation,
        order.hints,
        order.submission_seconds,
        lambda grade: serve(listener, order.name, place, grade),
    )


def leave(place: Path, status: int = 0) -> NoReturn:
    """At once, whatever is being computed: workers end with the zygotes, and those with us."""
    shutil.rmtree(place, ignore_errors=True)
    os._exit(status)


def serve(listener: socket.socket, name: str, place: Path, grade: Grade) -> None:
    listener.settimeout(IDLE_SECONDS)
    for _ in range(LIFE):
        try:
            connection, _address = listener.accept()
        except TimeoutError:
            return
        with connection:
            try:
                answer_call(connection, name, place, grade)
            except (OSError, ValueError, KeyError, TypeError):  # a caller that went away, or is none
                continue


def answer_call(connection: socket.socket, name: str, place: Path, grade: Grade) -> None:
    if not warm_place.is_own(connection):
        return
    connection.settimeout(HANDSHAKE_SECONDS)
    with connection.makefile("rwb") as stream:

        def say(message: dict[str, Any]) -> None:
            stream.write(json.dumps(message).encode() + b"\n")
            stream.flush()

        request = json.loads(stream.readline(LONGEST))
        if request["name"] != name:
            return
        say({"ready": True})
        if not stream.readline(LONGEST):  # it did not wait for us
            return
        connection.settimeout(None)
        try:
            with watched(connection, place):
                result = grade(Path(request["hand_in"]), Path(request["home"]))
        except UserError as error:
            say({"refused": str(error)})
        except Exception:  # the caller grades it in a process of its own; whatever state this is, nobody gets it
            traceback.print_exc()
            leave(place, 1)
        else:
            say({"result": result.model_dump_json()})


@contextmanager
def watched(connection: socket.socket, place: Path) -> Iterator[None]:
    """Ends this process if the caller goes away: nobody waits for what would take long, and a new grader starts clean."""
    stop, stopped = os.pipe()

    def watch() -> None:
        poll = select.poll()
        poll.register(connection, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
        poll.register(stop, select.POLLHUP)
        if all(descriptor != stop for descriptor, _ in poll.poll()):
            leave(place)

    # Timers that interrupt a suite are signals: they have to reach the thread that computes.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        yield
    finally:
        os.close(stopped)
        thread.join()
        os.close(stop)


if __name__ == "__main__":
    main()
