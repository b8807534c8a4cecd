"""The warm process that workers are forked from: `python -m autograder.worker.zygote numpy|torch LEVEL FD
[DEVICE EXTENSION FILES] [--quick]`.

It is started before any secret exists, imports nothing of ours but the worker, and has one thread. On its
control socket the grader asks for forks (handing over the worker's end of a wire) and kills; the zygote answers each
and says, when a child ends, with what status and usage, and whether we ended it. Only the zygote reaps, so a pid it kills is
its own. It learns of ends by SIGCHLD, which every kernel and every container has.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from autograder.jail.apply import prepare
from autograder.jail.grants import default_policy, for_accelerator
from autograder.jail.kernel import JailError
from autograder.jail.policy import JailPolicy
from autograder.jail.rlimits import address_space_in_use, lift_data_limit, tasks_of_user
from autograder.worker import accelerator, fallbacks, forbidden_means, holders, huge_pages, torch_compiler
from autograder.worker.imports import RuntimeFinder
from autograder.worker.loop import serve
from autograder.worker.starting import CHECKOUT, QUICK

JAIL_FAILED = 97
WORKER_FAILED = 98
COUNT_SECONDS = 5.0
RECURSION = 3_100
"""Calls within calls. Most notebooks allow 3,000 (IPython's completion raises the limit), so what ran there runs here."""


def warm(runtime: str, accelerator: str = "", quick: bool = False) -> None:
    """Imports and exercises what students use, so that no fork pays for it; if `quick`, without torch's compiler."""
    if quick:
        torch_compiler.leave_out()
    import numpy as np

    import autograder.intake.doubts
    import autograder.intake.forbidden
    import autograder.intake.slicing
    import autograder.worker.session  # noqa: F401

    for module in (
        "einops",
        "jaxtyping",
        "math",
        "dataclasses",
        "functools",
        "collections",
        "typing",
        "itertools",
        "copy",
        "abc",
        "enum",
    ):
        __import__(module)
    np.linalg.norm(np.random.default_rng(0).normal(size=(4, 4)) @ np.ones((4, 4)))
    if runtime == "torch":
        warm_torch(backward=not accelerator)
    fallbacks.install(runtime)
    RuntimeFinder.install(runtime)  # type: ignore[arg-type]
    holders.remember()


def warm_torch(backward: bool = True) -> None:
    """Without `backward` where a device is beside the CPU: the first one starts the device's own threads (and CUDA with them),
    and no fork of such a process can compute a gradient. The first optimizer imports torch's compiler, which takes as long as
    torch itself and cannot be done in a jail."""
    import torch
    import torch.nn as nn

    import autograder.worker.autodiff

    torch.set_num_threads(1)  # a thread pool born before the fork hangs every child
    net = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.1), nn.LayerNorm(8), nn.Linear(8, 3))
    x, y = torch.randn(6, 4), torch.tensor([0, 1, 2, 0, 1, 2])
    for make in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW):
        optimizer = make(net.parameters(), lr=1e-3)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
        loss = nn.functional.cross_entropy(net(x), y, label_smoothing=0.1)
        optimizer.zero_grad()
        if backward:
            loss.backward()
        else:
            for parameter in net.parameters():
                parameter.grad = torch.zeros_like(parameter)
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    if backward:
        autograder.worker.autodiff.vjp(net, [x], [torch.randn(6, 3)])
    nn.functional.conv2d(torch.randn(1, 1, 5, 5), torch.randn(1, 1, 3, 3))
    import torch.nn.attention.flex_attention

    for undo in forbidden_means.forbid(["torch.nn.MultiheadAttention"]):  # what it looks up is found for every fork
        undo()


def settle(quick: bool = False) -> None:
    """The last thing before forks: what is in memory now is never collected, and lies where a fork costs least (which takes
    longer than a few forks save)."""
    if not quick:
        gc.collect()
    gc.freeze()
    if not quick:
        huge_pages.collapse()


class ForkServer:
    def __init__(self, control: socket.socket, base: JailPolicy, quick: bool = False) -> None:
        self.control = control
        self.base = base
        self.quick = quick
        self.children: set[int] = set()
        self.killed: set[int] = set()
        """Children that were alive when we killed them: their end says nothing about their code."""
        self.ends, told = socket.socketpair()
        self.ends.setblocking(False)
        told.setblocking(False)
        self.told = told
        self.poll = select.poll()
        self.poll.register(control, select.POLLIN)
        self.poll.register(self.ends, select.POLLIN)
        self.tasks = 0
        self.counted = -COUNT_SECONDS

    def run(self) -> None:
        settle(self.quick)
        signal.set_wakeup_fd(self.told.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._say({"ready": os.getpid()})
        while True:
            for descriptor, _ in self.poll.poll():
                if descriptor == self.control.fileno():
                    if not self._obey():
                        signal.set_wakeup_fd(-1)  # a worker may still end while this process does
                        return
                else:
                    self.ends.recv(4096)
                    self._reap()

    def _obey(self) -> bool:
        try:
            data, fds, _, _ = socket.recv_fds(self.control, 1 << 20, 1)
        except ConnectionError:  # the grader has gone, and left something unread
            return False
        if not data:
            return False
        request = json.loads(data)
        if "fork" in request:
            self._fork(request["fork"], fds[0])
        else:
            self._kill(request["kill"])
        return True

    def _kill(self, pid: int) -> None:
        if pid in self.children:
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                self.killed.add(pid)
            try:
                os.killpg(pid, signal.SIGKILL)
            except ProcessLookupError:  # not yet a group of its own
                os.kill(pid, signal.SIGKILL)
        self._say({"killed": pid})

    def _fork(self, request: dict, wire: int) -> None:
        policy = replace(
            self.base,
            level=request["level"],
            cpu_seconds=request["cpu_seconds"],
            address_space=address_space_in_use() + request["memory"] if request["memory"] else None,
            devices=self.base.devices if request["accelerator"] else ["/dev/null"],
            uid=request["uid"],
            wire_fd=wire,
            tasks_of_user=self._tasks_of_user(),
        )
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            become_worker(policy)
        os.close(wire)
        self.children.add(pid)
        self._say({"pid": pid})

    def _tasks_of_user(self) -> int | None:
        """Counted now and then: it means looking at every process of the machine."""
        if os.getuid() == 0:  # is not limited, or has users of its own for workers
            return None
        if time.monotonic() - self.counted > COUNT_SECONDS:
            self.tasks, self.counted = tasks_of_user(), time.monotonic()
        return self.tasks

    def _reap(self) -> None:
        """Every child that has ended: several ends may be told as one."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self.children:
                self.children.discard(pid)
                self._say(
                    {
                        "exit": pid,
                        "status": status,
                        "ours": pid in self.killed,
                        "cpu": usage.ru_utime + usage.ru_stime,
                        "peak_kb": usage.ru_maxrss,
                    }
                )
                self.killed.discard(pid)

    def _say(self, message: dict) -> None:
        try:
            self.control.send(json.dumps(message).encode())
        except (BrokenPipeError, ConnectionError):
            sys.exit(0)


def become_worker(policy: JailPolicy) -> None:
    """The child's whole life: jail, then serve. It never returns into the zygote's code."""
    code = WORKER_FAILED
    try:
        try:
            layers = prepare(policy).enter(policy)
        except JailError as error:
            os.write(2, f"jail: {error}\n".encode())
            os._exit(JAIL_FAILED)
        gc.enable()
        torch_compiler.when_wanted(end_for_compiler)
        serve(socket.socket(fileno=policy.wire_fd), layers)
        code = 0
    finally:
        os._exit(code)


def end_for_compiler() -> NoReturn:
    """It cannot be imported in a jail: the grader runs the test again in a worker that has it."""
    os._exit(torch_compiler.WANTED)


def forget_source_tree() -> None:
    """In a development install the folder of `autograder` is that of the course: nothing there is to be imported."""
    if CHECKOUT:
        sys.path[:] = [p for p in sys.path if Path(p).resolve() != CHECKOUT]
        sys.path_importer_cache.clear()


def main() -> None:
    said = [word for word in sys.argv[1:] if word != QUICK]
    quick = len(said) < len(sys.argv) - 1
    runtime, floor, descriptor = said[0], said[1], int(said[2])
    device, extension, files = (*said[3:6], "", "", "")[:3]
    lift_data_limit()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the command's to handle; the closed socket ends us
    if extension:
        accelerator.make_known(extension)
    sys.setrecursionlimit(RECURSION)
    warm(runtime, device, quick)
    forget_source_tree()
    base = default_policy(runtime, level=floor)  # type: ignore[arg-type]
    if device:
        base = for_accelerator(base, files.split(os.pathsep) if files else ())
    prepare(base)
    ForkServer(socket.socket(fileno=descriptor), base, quick).run()


if __name__ == "__main__":
    main()
