"""What a child is cut off from: session, descriptors, environment, parent."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import session
from autograder.jail.forked import ChildFailed, run_forked


def open_descriptors() -> list[int]:
    found = []
    for descriptor in range(256):
        try:
            os.fstat(descriptor)
            found.append(descriptor)
        except OSError:
            continue
    return found


def test_only_the_wire_stays_open(tmp_path: Any) -> None:
    (tmp_path / "gradebook").write_text("secret")

    def child(wire: int) -> list[Any]:
        kept = os.open(tmp_path / "gradebook", os.O_RDONLY)
        high = os.dup2(kept, 200)
        session.keep_only_descriptors(wire)
        assert high == 200
        devices = {os.fstat(each).st_rdev for each in (0, 1, 2)}
        return [
            open_descriptors() == [0, 1, 2, wire],
            devices == {Path(os.devnull).stat().st_rdev},
            os.read(0, 1) == b"",
        ]

    assert run_forked(child) == [True, True, True]


def test_without_close_range_descriptors_close_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def old_kernel(*_: object) -> int:
        raise OSError(38, "no such call")

    monkeypatch.setattr(session, "syscall", old_kernel)

    def child(wire: int) -> bool:
        os.dup2(wire, 150)
        session.keep_only_descriptors(wire)
        return open_descriptors() == [0, 1, 2, wire]

    assert run_forked(child) is True


def test_the_wire_may_be_a_standard_descriptor() -> None:
    def child(wire: int) -> Any:
        os.dup2(wire, 1)
        session.keep_only_descriptors(1)
        os.dup2(1, wire)
        return open_descriptors() == sorted({0, 1, 2, wire})

    assert run_forked(child) is True


def test_a_session_of_its_own() -> None:
    def child(_: int) -> list[Any]:
        session.new_session()
        return [os.getsid(0) == os.getpid() == os.getpgid(0), os.getcwd(), os.umask(0)]  # noqa: PTH109

    assert run_forked(child) == [True, "/", 0o077]


def test_the_environment_is_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADMARK_SECRET", "s3cret")
    monkeypatch.setenv("OMP_NUM_THREADS", "2")

    def child(_: int) -> dict[str, str]:
        session.trim_environment()
        return dict(os.environ)

    left = run_forked(child)
    assert "GRADMARK_SECRET" not in left and "PATH" not in left
    assert left["OMP_NUM_THREADS"] == "2"
    assert left["HOME"] == "/"


def test_dies_with_its_parent() -> None:
    reader, writer = os.pipe()

    def zygote(_: int) -> None:
        parent = os.getpid()
        if os.fork() == 0:
            session.die_with_parent(parent)
            os.write(writer, str(os.getpid()).encode())
            time.sleep(60)
            os._exit(0)
        time.sleep(60)

    middle = os.fork()
    if middle == 0:
        zygote(0)
    grandchild = int(os.read(reader, 20))
    os.kill(middle, signal.SIGKILL)
    os.waitpid(middle, 0)
    os.close(reader)
    os.close(writer)
    assert _ends(grandchild)


def _ends(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
                if stat.read().rsplit(")", 1)[1].split()[0] in "ZX":
                    return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


def test_a_parent_that_died_early_is_noticed() -> None:
    with pytest.raises(ChildFailed, match="the zygote died"):
        run_forked(lambda _: session.die_with_parent(os.getppid() + 1))


def test_all_of_it_in_the_jail(jailed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADMARK_SECRET", "s3cret")

    def look() -> list[Any]:
        return [len(open_descriptors()), os.environ.get("GRADMARK_SECRET"), os.getsid(0) == os.getpid()]

    _, seen = jailed(look)
    assert seen == [4, None, True]
