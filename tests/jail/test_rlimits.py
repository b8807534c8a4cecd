"""Limits end what they are meant to end, and nothing else."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import rlimits, session, uids, watchdog
from autograder.jail.forked import run_forked
from autograder.jail.policy import JailPolicy


def test_address_space() -> None:
    def child(_: int) -> list[bool]:
        rlimits.apply(JailPolicy(address_space=rlimits.address_space_in_use() + (96 << 20)))
        small = len(bytearray(8 << 20)) > 0
        try:
            bytearray(512 << 20)
        except MemoryError:
            return [small, True]
        return [small, False]

    assert run_forked(child) == [True, True]


def test_cpu_time_kills_even_one_who_ignores_the_warning() -> None:
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        rlimits.apply(JailPolicy(cpu_seconds=0.2))
        while True:
            pass
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def test_file_size_and_open_files(tmp_path: Any) -> None:
    def child(_: int) -> list[str]:
        # Tests that ran before in this process may have left descriptors open, and the limit is on their numbers.
        few = 20 + max(int(each.name) for each in Path("/proc/self/fd").iterdir())
        rlimits.apply(JailPolicy(file_size=10, open_files=few))
        seen = []
        try:
            (tmp_path / "big").write_bytes(b"x" * 100)
        except OSError as problem:
            seen.append(problem.strerror)
        try:
            [os.dup(0) for _ in range(few)]
        except OSError as problem:
            seen.append(problem.strerror)
        return seen

    assert run_forked(child) == ["File too large", "Too many open files"]


def test_limits_cannot_be_raised_again(jailed: Callable[..., Any]) -> None:
    def try_it() -> list[str]:
        seen = []
        for kind in (resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
            soft, hard = resource.getrlimit(kind)
            try:
                resource.setrlimit(kind, (soft, hard))
                seen.append("set")
            except (PermissionError, ValueError) as problem:
                seen.append(type(problem).__name__)
        return seen

    _, seen = jailed(try_it, cpu_seconds=5)
    assert "set" not in seen and len(seen) == 3


def thread_bomb() -> int:
    stop = threading.Event()
    threading.stack_size(65536)
    started = 0
    try:
        for _ in range(1500):
            threading.Thread(target=stop.wait, daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    stop.set()
    return started


def test_a_thread_bomb_of_an_ordinary_user_ends_too(jailed: Callable[..., Any], starts: Any) -> None:
    """Whose processes elsewhere are counted as well, unless namespaces keep them apart."""
    starts.need_start("as_ordinary_user")

    def of_user() -> None:
        starts.as_ordinary_user()

    few = rlimits.tasks_of_user() if os.geteuid() else 50
    _, started = jailed(thread_bomb, start=of_user, in_namespaces=False, threads=2, tasks_of_user=few)
    assert 2 <= started < 400
    layers, started = jailed(thread_bomb, start=of_user, threads=2, tasks_of_user=few)
    if "namespaces" in layers:
        assert 2 <= started < 40


def test_the_tasks_of_a_user_are_counted() -> None:
    before = rlimits.tasks_of_user()
    stop = threading.Event()
    threads = [threading.Thread(target=stop.wait) for _ in range(40)]
    for thread in threads:
        thread.start()
    assert watchdog.threads(os.getpid()) >= 41
    assert rlimits.tasks_of_user() >= before + 20  # other tests of this user may end meanwhile
    stop.set()
    for thread in threads:
        thread.join()


def test_a_thread_bomb_ends_at_the_limit(jailed: Callable[..., Any], starts: Any) -> None:
    starts.need_root()
    layers, started = jailed(thread_bomb, uid=uids.uid_for_slot(5), threads=2)
    if "uid" not in layers:
        pytest.skip("the interpreter is closed to other users, and no user could be taken")
    assert 2 <= started < 40


def test_the_watchdog_sees_what_a_child_holds() -> None:
    ready, ready_writer = os.pipe()
    done_reader, done = os.pipe()
    pid = os.fork()
    if pid == 0:
        held = bytearray(os.urandom(1 << 16)) * (48 * 16)
        os.write(ready_writer, b"x")
        os.read(done_reader, 1)
        os._exit(len(held) % 2)
    os.read(ready, 1)
    dog = watchdog.ResidentWatchdog(pid, limit=32 << 20)
    assert dog.exceeded() and dog.peak > 48 << 20
    assert watchdog.exceeded(pid, 32 << 20)
    assert not watchdog.exceeded(pid, 64 << 30)
    os.write(done, b"x")
    os.waitpid(pid, 0)
    assert watchdog.rss(pid) is None
    assert not dog.exceeded()
    for each in (ready, ready_writer, done_reader, done):
        os.close(each)


def test_a_child_closed_to_inspection_still_tells_its_size() -> None:
    pid = os.fork()
    if pid == 0:
        session.forbid_inspection()
        signal.pause()
    try:
        assert (watchdog.rss(pid) or 0) > 0
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


@pytest.mark.parametrize("seconds", [0.1, 1.0, 7.2])
def test_cpu_seconds_are_rounded_up(seconds: float) -> None:
    def child(_: int) -> list[int]:
        rlimits.apply(JailPolicy(cpu_seconds=seconds))
        return list(resource.getrlimit(resource.RLIMIT_CPU))

    soft, hard = run_forked(child)
    assert soft >= seconds and hard == soft + 1
