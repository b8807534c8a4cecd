"""The zygote's children are born inside: no network, no other process; and all end with the zygote."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import namespaces
from autograder.jail.forked import ChildFailed, run_forked


def need_namespaces() -> None:
    try:
        run_forked(lambda _: namespaces.enter_for_children())
    except ChildFailed as problem:
        pytest.skip(f"no new namespaces here: {problem}")


@pytest.mark.parametrize("start", ["as_root", "as_ordinary_user"])
def test_children_are_inside(starts: Any, start: str) -> None:
    need_namespaces()
    starts.need_start(start)
    outside = namespaces.network_identity()
    tester = os.getpid()

    def zygote(_: int) -> list[Any]:
        getattr(starts, start)()
        namespaces.enter_for_children()
        namespaces.enter_for_children()  # a second time changes nothing

        def child(_: int) -> list[Any]:
            try:
                os.kill(tester, 0)
                reached = tester < 10  # the number of a neighbour inside
            except ProcessLookupError:
                reached = False
            interfaces = [name for _, name in socket.if_nameindex()]
            return [
                namespaces.network_identity() != outside,
                os.getppid(),
                reached,
                interfaces,
                namespaces.inside(),
            ]

        return [run_forked(child) for _ in range(3)] + [namespaces.inside()]

    *children, zygote_inside = run_forked(zygote)
    assert children == [[True, 0, False, ["lo"], True]] * 3
    assert zygote_inside is False


def test_threads_start_inside() -> None:
    need_namespaces()

    def zygote(_: int) -> Any:
        namespaces.enter_for_children()

        def child(_: int) -> list[int]:
            import threading

            seen: list[int] = []
            thread = threading.Thread(target=lambda: seen.append(1))
            thread.start()
            thread.join()
            return seen

        return run_forked(child)

    assert run_forked(zygote) == [1]


def test_everything_inside_ends_with_the_zygote() -> None:
    need_namespaces()
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        namespaces.enter_for_children()
        os.write(writer, str(os.fork() or _sleep()).encode())
        _sleep()
    os.close(writer)
    lingering = int(os.read(reader, 20))
    assert Path(f"/proc/{lingering}").exists()
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    # The last holder of the pipe's other end is gone when reading ends.
    assert os.read(reader, 20) == b""
    os.close(reader)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{lingering}").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not Path(f"/proc/{lingering}").exists()


@pytest.mark.parametrize("end", ["exits at once", "is killed at once"])
def test_nothing_stays_of_a_zygote_that_ends_right_after_entering(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine it may be gone before its first process has asked to die with it."""
    need_namespaces()
    asked = namespaces.prctl

    def late(*arguments: int) -> None:
        time.sleep(0.5)
        asked(*arguments)

    monkeypatch.setattr(namespaces, "prctl", late)
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        # The pipe stays open in the first process: it is seen to be alive by that.
        monkeypatch.setattr(namespaces.session, "close_between", lambda *_: None)
        namespaces.enter_for_children()
        os._exit(0)
    os.close(writer)
    if end == "is killed at once":
        time.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.set_blocking(reader, False)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            assert os.read(reader, 1) == b""
            break
        except BlockingIOError:  # somebody is still alive
            time.sleep(0.01)
    else:
        pytest.fail("a process stayed behind")
    os.close(reader)


def _sleep() -> int:
    time.sleep(60)
    os._exit(0)


def test_a_container_does_not_allow_them(starts: Any) -> None:
    starts.need_full_root()

    def child(_: int) -> str:
        starts.as_container_root()
        try:
            namespaces.enter_for_children()
        except PermissionError:
            return "refused"
        return "entered"

    assert run_forked(child) == "refused"
