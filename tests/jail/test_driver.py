"""What a GPU's driver does when it starts, in the jail of a worker that has one (D5). No GPU is needed to try it."""

from __future__ import annotations

import ctypes
import os
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import apply, uids
from autograder.jail.forked import run_forked
from autograder.jail.grants import cuda_devices, default_policy, for_accelerator


def name_another_thread() -> int:
    """As cuInit does since driver 570: 0, or the error. It writes to /proc/self/task/TID/comm."""
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    libc = ctypes.CDLL(None)
    answer = libc.pthread_setname_np(ctypes.c_ulong(thread.ident or 0), b"driver")
    over.set()
    thread.join()
    return int(answer)


def refused(action: Any) -> str:
    try:
        action()
    except OSError as problem:
        return type(problem).__name__
    return ""


def seen_by_a_worker(accelerator: bool) -> dict[str, Any]:
    def zygote(_: int) -> dict[str, Any]:
        base = default_policy("numpy")
        policy = for_accelerator(base) if accelerator else base
        policy = replace(policy, uid=uids.uid_for_slot(uids.POOL_SIZE - 1) if uids.can_drop() else None)
        prepared = apply.prepare(policy)
        grader = os.getppid()

        def worker(wire: int) -> dict[str, Any]:
            policy.wire_fd = wire
            layers = prepared.enter(policy)
            return {
                "level": apply.level_of(layers),
                "named": name_another_thread(),
                "environment of the zygote": refused(lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes()),
                "threads of the grader": refused(lambda: Path(f"/proc/{grader}/task/{grader}/comm").write_text("x")),
                "name of the grader": refused(lambda: Path(f"/proc/{grader}/comm").write_text("x")),
                "signal": refused(lambda: os.kill(grader, 0)),
            }

        return dict(run_forked(worker))

    return dict(run_forked(zygote))


def test_a_driver_may_name_its_threads() -> None:
    cpu, gpu = seen_by_a_worker(False), seen_by_a_worker(True)
    assert gpu["named"] == 0
    assert cpu["named"] != 0, "a CPU worker has no /proc/self"
    assert gpu["level"] == cpu["level"]
    for attempt in ("environment of the zygote", "threads of the grader", "name of the grader", "signal"):
        assert gpu[attempt] in ("PermissionError", "FileNotFoundError", "ProcessLookupError"), attempt


def test_two_workers_cannot_name_each_others_threads() -> None:
    """The rule is made in the worker, for itself: what the zygote grants would be granted to all."""

    def zygote(_: int) -> str:
        policy = for_accelerator(default_policy("numpy"))
        prepared = apply.prepare(policy)
        ours, theirs = os.pipe()
        other = os.fork()
        if other == 0:
            os.close(theirs)
            os.read(ours, 1)
            os._exit(0)

        def worker(wire: int) -> str:
            policy.wire_fd = wire
            prepared.enter(policy)
            return refused(lambda: Path(f"/proc/{other}/task/{other}/comm").write_text("x"))

        try:
            return str(run_forked(worker))
        finally:
            os.close(theirs)
            os.waitpid(other, 0)

    assert run_forked(zygote) in ("PermissionError", "FileNotFoundError")


def test_only_the_driver_and_its_gpus_are_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    there = ["nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset", "nvidiafoo"]
    monkeypatch.setattr(Path, "is_char_device", lambda self: True)
    glob = Path.glob
    listed = lambda self, pattern: (
        [Path("/dev") / n for n in there if Path(n).match(pattern)] if str(self) == "/dev" else list(glob(self, pattern))
    )
    monkeypatch.setattr(Path, "glob", listed)
    granted = {Path(p).name for p in cuda_devices()}
    assert granted == {"nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools"}
    granted = {Path(p).name for p in cuda_devices(["/dev/nvidia1", "/dev/nvidia-caps/nvidia-cap3"])}
    assert granted == {"nvidia1", "nvidia-cap3", "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools"}, "no other GPU's"
