"""The grader's end of zygotes and workers: start, fork, talk, limit, bury."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from autograder.grading import deaths
from autograder.grading.allowance import Allowance
from autograder.grading.devices import Slot
from autograder.grading.function_stand_in import FunctionStandIn
from autograder.grading.module_stand_in import ModuleStandIn
from autograder.grading.stopwatch import Stopwatch
from autograder.jail import scheduling, uids, watchdog
from autograder.jail.apply import level_of
from autograder.suites.outcome import Outcome
from autograder.suites.student_error import AT_LOAD, StudentError, Surface, student_error
from autograder.suites.transport import PlaceError, Transport, WorkerLost, ZygoteDied, sources_of
from autograder.worker import torch_compiler, wire
from autograder.worker.eager_reading import Eager
from autograder.worker.starting import PROGRAM, StartedZygote, start_zygote
from autograder.worker.values import Decoder, Encoder
from autograder.worker.wire import Closed, Malformed, Message

JAIL_FAILED = 97
"""Exit status of a child that could not be jailed (see worker/zygote.py)."""

START_SECONDS = 120.0
FORK_SECONDS = 10.0
LOAD_SECONDS = 3.0
DEVICE_SECONDS = 60.0
"""For a device to start: a GPU's libraries are large."""
WATCH_SECONDS = 0.2
MOST_THREADS = 64
"""Of a worker. The kernel's limit is by user, and not for root: as an ordinary user it leaves room for everybody else's."""
ANSWERS = 5
"""So many times its budget may a test's call-backs take of the grader's own CPU time."""
RECYCLE = 5_000
"""Forks after which a zygote is replaced: its children share address layout and hash seed. A new one with torch takes three
seconds of computing time, so not too often."""


class DeviceRefused(PlaceError):
    """The device that an exercise is graded on does not start here."""


class CompilerWanted(ZygoteDied):
    """The code needs torch's compiler, which a quick zygote leaves out: the test is run again with one that has it."""


class JailRefused(PlaceError):
    """This machine cannot give the isolation that was asked for."""


@dataclass
class Spare:
    """A worker that was asked for ahead of its use: blank, and jailed by the time it is wanted."""

    limits: WorkerLimits
    uid: int | None
    sock: socket.socket


class Zygote:
    """A warm process without secrets; `fork` gives a worker."""

    program = PROGRAM

    def __init__(
        self,
        runtime: str,
        level: str,
        slot: Slot | None = None,
        quick: bool = False,
        started: StartedZygote | None = None,
    ) -> None:
        """`started`: one that was started ahead for this runtime and level, on a machine without devices."""
        self.runtime, self.level = runtime, level
        self.slot = slot or Slot()
        self.forks = 0
        self.born: list[int] = []
        self.exits: dict[int, dict] = {}
        self.forgotten: set[int] = set()
        """Workers that were ended and whose status nobody wants."""
        self.dying: set[int] = set()
        """Workers that the zygote was told to kill and has not yet; of a device: that still exist."""
        self.spare: Spare | None = None
        self.has_device = runtime == "torch" and bool(self.slot.accelerator)
        beside = (self.slot.accelerator, self.slot.extension, os.pathsep.join(self.slot.files)) if self.has_device else ()
        if started is None:
            started = start_zygote(runtime, level, visible=self.slot.visible, beside=beside, quick=quick, program=self.program)
        self.process, self.control, self.errors = started.process, started.control, started.errors
        self.quick = started.quick
        self.ready = False

    def _event(self, seconds: float) -> dict:
        """The next message of the zygote; exits of workers are filed on the way."""
        self.control.settimeout(seconds)
        try:
            data = self.control.recv(1 << 16)
        except TimeoutError:
            raise ZygoteDied("it does not answer") from None
        except OSError:  # it is gone, or was closed here
            data = b""
        if not data:
            raise ZygoteDied(self._last_words())
        event = json.loads(data)
        if "pid" in event:
            self.born.append(event["pid"])
        # A device's memory is free when the process is gone, and not yet when it was killed.
        self.dying.discard(event.get("exit" if self.has_device else "killed"))
        pid = event.get("exit")
        if pid in self.forgotten:
            self.forgotten.discard(pid)
        elif pid is not None:
            self.exits[pid] = event
        return event

    def _last_words(self) -> str:
        if self.errors.closed:
            return "it was replaced"
        self.errors.seek(0)
        return self.errors.read()[-2000:].decode(errors="replace").strip() or "it ended"

    def wait_ready(self) -> None:
        if not self.ready:
            while "ready" not in self._event(START_SECONDS):
                pass
            self.ready = True

    def fork(self, limits: WorkerLimits, uid: int | None) -> tuple[int, socket.socket]:
        """A worker; the spare one if it has these limits. No worker that was ended before still runs then."""
        self.wait_ready()
        spare, self.spare = self.spare, None
        if spare is not None and (spare.limits, spare.uid) != (limits, uid):
            spare.sock.close()
            self.end(self._next_born())
            spare = None
        sock = spare.sock if spare else self._ask_for_worker(limits, uid)
        pid = self._next_born()
        while self.dying:
            self._event(FORK_SECONDS)
        return pid, sock

    def prefork(self, limits: WorkerLimits, uid: int | None) -> None:
        """Asks for the worker that is wanted next: it is forked and jailed while another one works."""
        if self.spare is None:
            self.spare = Spare(limits, uid, self._ask_for_worker(limits, uid))

    def _ask_for_worker(self, limits: WorkerLimits, uid: int | None) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        request = {
            "level": self.level,
            "memory": limits.memory,
            "cpu_seconds": limits.cpu_seconds,
            "uid": uid,
            "accelerator": limits.resident is not None,
        }
        self._ask({"fork": request}, [theirs.fileno()])
        theirs.close()
        self.forks += 1
        return ours

    def _next_born(self) -> int:
        """Workers are born in the order in which they were asked for."""
        while not self.born:
            self._event(FORK_SECONDS)
        return self.born.pop(0)

    def end(self, pid: int) -> None:
        """Ends a worker and its group, without waiting: a large process takes long to unmap."""
        if self.exits.pop(pid, None) is None:
            self.forgotten.add(pid)
            self.dying.add(pid)
            self._ask({"kill": pid})

    def kill(self, pid: int) -> dict:
        """Ends a worker and its group; answers with its status and usage."""
        if pid not in self.exits:
            self._ask({"kill": pid})
        while pid not in self.exits:
            self._event(FORK_SECONDS)
        return self.exits.pop(pid)

    def end_of(self, pid: int) -> dict:
        """Status and usage of a worker that has ended, or ends, without our doing."""
        while pid not in self.exits:
            self._event(FORK_SECONDS)
        return self.exits.pop(pid)

    def _ask(self, request: dict, fds: list[int] | None = None) -> None:
        try:
            socket.send_fds(self.control, [json.dumps(request).encode()], fds or [])
        except OSError as error:
            raise ZygoteDied(str(error)) from None

    def close(self) -> None:
        if self.spare is not None:
            self.spare.sock.close()
        self.control.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.errors.close()


class ZygotePool:
    """One zygote a runtime, started when first needed, replaced when it dies or has forked enough."""

    def __init__(
        self,
        level: str = "standard",
        slot: Slot | None = None,
        quick: bool = False,
        ahead: Mapping[str, StartedZygote] = MappingProxyType({}),
    ) -> None:
        """`quick`: for one hand-in; zygotes are ready sooner. `ahead`: runtime -> zygote that was started already."""
        self.level = level
        self.slot = slot or Slot()
        self.quick = quick
        self.ahead = dict(ahead)
        self.zygotes: dict[str, Zygote] = {}
        self._users: list[uids.Lease | None] = []
        """What was leased, once a worker was wanted."""
        self.layers: set[str] | None = None
        """Layers that held in every worker so far."""
        self.device_facts: dict[str, Any] = {}
        """What the device of the last worker that had one is: name, memory, torch's build."""

    def get(self, runtime: str) -> Zygote:
        if runtime not in self.zygotes:
            started = self.ahead.pop(runtime, None)
            self.zygotes[runtime] = Zygote(runtime, self.level, self.slot, self.quick, started)
        return self.zygotes[runtime]

    def refresh(self) -> None:
        """Between submissions, when no worker is alive: replaces zygotes that have forked enough."""
        for runtime, zygote in list(self.zygotes.items()):
            if zygote.forks >= RECYCLE:
                self.discard(runtime)

    def discard(self, runtime: str) -> None:
        zygote = self.zygotes.pop(runtime, None)
        if zygote:
            zygote.close()

    def close(self) -> None:
        for runtime in list(self.zygotes):
            self.discard(runtime)
        for user in self._users:
            if user is not None:
                user.release()
        self._users.clear()

    def fork(self, runtime: str, limits: WorkerLimits) -> tuple[Zygote, int, socket.socket]:
        zygote = self.get(runtime)
        return zygote, *zygote.fork(limits, self._uid)

    def prefork(self, runtime: str, limits: WorkerLimits) -> None:
        self.get(runtime).prefork(limits, self._uid)

    @property
    def _uid(self) -> int | None:
        """Root gives each grader's workers a user that nobody else on this machine has."""
        if not self._users:
            self._users.append(uids.lease())
        user = self._users[0]
        return user.uid if user else None

    def saw(self, layers: list[str]) -> None:
        self.layers = set(layers) if self.layers is None else self.layers & set(layers)

    @property
    def reached(self) -> str:
        """The isolation level that held in every worker so far."""
        return level_of(sorted(self.layers or ()))


@dataclass(frozen=True)
class WorkerLimits:
    """What a whole worker may use, enforced by the kernel: the last line behind the budget of each test."""

    memory: int | None = 1 << 30
    """Bytes beyond what the warm zygote has mapped."""
    cpu_seconds: float | None = None
    resident: int | None = None
    """Bytes of memory in use that end a CUDA worker: CUDA maps far more than it uses, so `memory` is None there."""


@dataclass
class Budget:
    """What one test may use. A time-out counts when CPU time passed `seconds`; wall time gets this much slack."""

    seconds: float = 5.0
    wall_factor: float = 3.0
    wall_extra: float = 2.0

    @property
    def wall(self) -> float:
        return self.seconds * self.wall_factor + self.wall_extra


@dataclass
class Program:
    """What a worker runs: a slice with what it may import. `load` is the header of the load message."""

    runtime: str
    load: dict
    limits: WorkerLimits = field(default_factory=WorkerLimits)
    budget: Budget = field(default_factory=Budget)
    surface: Surface = field(default_factory=lambda: Surface(()))
    followed_by: tuple[str, WorkerLimits] | None = None
    """Runtime and limits of the worker that is wanted after this one."""
    allowance: Allowance = field(default_factory=Allowance.endless)
    """What is left for the whole submission."""
    device: str = "cpu"
    """Where its tensors live."""


def cpu_seconds(pid: int) -> float:
    """CPU time of a process, from its CPU clock: cheaper and finer than /proc."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return float("inf")


class WorkerTransport(Transport):
    def __init__(
        self,
        pool: ZygotePool,
        program: Program,
        replace: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
    ) -> None:
        """`replace`: names of the submission that the grader answers instead (follow-through marking)."""
        self.pool, self.program = pool, program
        self.replacements = {-number: (name, function) for number, (name, function) in enumerate(replace.items(), 1)}
        self.zygote: Zygote | None = None
        self.pid: int | None = None
        self.sock: socket.socket | None = None
        self.begin: int | None = None
        self.lost: WorkerLost | None = None
        self.load_failed: StudentError | WorkerLost | None = None
        self.load_was_late = False
        self.place_failed: PlaceError | None = None
        """Whatever a suite makes of the exception: what is wrong with this machine is no result."""
        self.broken = False
        """Whether its device answers nothing any more: one failed assertion on a GPU spoils it for the whole process."""
        self.cached_files: dict[int, tuple[np.ndarray, int]] = {}
        self.open_files: list[int] = []
        self._looked = 0.0
        self._cpu_start = 0.0
        self.clock = Stopwatch(program.allowance)
        """Of the waits for the worker: the suite's own computing is not the student's."""
        self._answered = 0.0
        """CPU seconds that this process spent on call-backs in this test."""

    # --- the Transport surface -----------------------------------------------------------------------------

    @property
    def sources(self) -> dict[str, list[str]]:
        return sources_of(self.program.load["statements"])

    def begin_test(self, seed: int) -> None:
        self.begin, self.lost = seed, None
        if self.broken:
            self.close()
        self.clock.begin()
        self._answered = 0.0
        if self.pid is not None:
            self._cpu_start = cpu_seconds(self.pid)

    def start_over(self, seed: int) -> None:
        self.close()
        self.begin = seed
        self._answered = 0.0

    @property
    def is_loaded(self) -> bool:
        return self.load_failed is None

    def request(self, header: dict, encoder: Encoder) -> Message:
        try:
            if self.lost:
                raise self.lost
            if self.load_failed:
                raise self.load_failed
            if self.sock is None:
                if self.clock.left() <= 0:
                    self._lose(Outcome.TIMEOUT, self.program.allowance.words)
                self._start()
            if self.begin is not None:
                header = {**header, "begin": self.begin}
                self.begin = None
            reply = self._exchange(header, encoder, self.program.budget)
            self._note_broken(reply)
            return reply
        finally:  # not after each exchange: a new worker is first sent its code, and these files only then
            while self.open_files:
                os.close(self.open_files.pop())

    def _note_broken(self, reply: Message) -> None:
        error = reply.header.get("error")
        if self.program.device != "cpu" and isinstance(error, dict) and error.get("broken") is True:
            self.broken = True

    def files(self, array: np.ndarray) -> int:  # type: ignore[override]
        """A memory file with the array; made once for arrays that cannot change."""
        key = id(array)
        if not array.flags.writeable and key in self.cached_files:
            return self.cached_files[key][1]
        descriptor = wire.memory_file(_bytes_of(array))
        if array.flags.writeable:
            self.open_files.append(descriptor)
        else:
            self.cached_files[key] = (array, descriptor)
        return descriptor

    def expect(self, condition: bool, what: str) -> None:
        if not condition:
            self._lose(Outcome.ERROR, "your code broke the connection to the grader", what)

    # --- life of a worker ----------------------------------------------------------------------------------

    def _start(self) -> None:
        try:
            self._start_worker()
        except PlaceError as error:
            self.place_failed = error
            raise

    def _start_worker(self) -> None:
        self.zygote, self.pid, self.sock = self.pool.fork(self.program.runtime, self.program.limits)
        self.eager = Eager(self.sock)
        self._cpu_start = 0.0
        self._greet()
        self._looked = time.monotonic()  # it has run nothing of the student's yet
        if self.program.device != "cpu":
            self._start_device()
        self.clock.begin()
        self.clock.watch(self.pid)
        encoder = Encoder(_no_other)
        header = {"op": "load", **self.program.load, "bufs": []}
        if self.begin is not None:
            header["begin"] = self.begin
        if self.replacements:
            header["replace"] = {
                name: function.node(number) if isinstance(function, (ModuleStandIn, FunctionStandIn)) else ["f", number, name]
                for number, (name, function) in self.replacements.items()
            }
        budget = Budget(max(LOAD_SECONDS, self.program.budget.seconds))
        try:
            reply = self._exchange(header, encoder, budget, meanwhile=self._prefork)
        except WorkerLost as lost:
            # One more try, alone, for the whole exercise; then every test gets the same answer at once.
            if not lost.outside:
                if not lost.retry or self.load_was_late:
                    self.load_failed = WorkerLost(lost.outcome, lost.public, lost.detail)
                self.load_was_late = True
            raise
        if "error" in reply.header:
            self.load_failed = student_error(reply.header["error"], self.program.surface, self.sources)
            self.load_failed.place = self.load_failed.place or AT_LOAD
            raise self.load_failed
        self._cpu_start = cpu_seconds(self.pid)
        self.clock.begin()

    def _start_device(self) -> None:
        """Before any student byte is sent, and on nobody's clock: a device that does not start is this machine's failure."""
        assert self.pid is not None
        order = {"op": "device", "device": self.program.device, "share": self.pool.slot.share, "bufs": []}
        self.clock.begin()
        try:
            reply = self._exchange(order, Encoder(_no_other), Budget(DEVICE_SECONDS))
        except WorkerLost as lost:
            self.lost = None
            raise DeviceRefused(f"{self.program.device} does not start: {lost}") from None
        if "error" in reply.header:
            said = reply.header["error"]
            self.close()
            raise DeviceRefused(f"{self.program.device} does not start: {said.get('type')}: {said.get('text')}")
        self.pool.device_facts = decoded(reply)
        self._cpu_start = cpu_seconds(self.pid)

    def _greet(self) -> None:
        """Before any student byte is sent, the child says which layers hold; without them nothing is sent."""
        assert self.sock is not None
        self.sock.settimeout(FORK_SECONDS)
        try:
            hello = wire.receive(self.sock)
        except (Closed, ConnectionError, TimeoutError):
            zygote = self.zygote
            ended = self._bury()
            if deaths.exit_status(ended) == JAIL_FAILED:
                raise JailRefused(zygote._last_words() if zygote else "") from None
            raise ZygoteDied("a worker ended before it began") from None
        self.pool.saw(hello.header["layers"])

    def _prefork(self) -> None:
        if self.program.followed_by:
            self.pool.prefork(*self.program.followed_by)

    def _exchange(
        self,
        header: dict,
        encoder: Encoder,
        budget: Budget,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Message:
        assert self.sock is not None
        self.clock.start()
        try:
            self._check_clock(budget)
            self._send(header, encoder, budget)
            meanwhile()
            while True:
                with self.eager:
                    message = wire.receive(self.sock, lambda: self._check_clock(budget), wire.REPLY_CAP)
                if "callback" not in message.header:
                    return message
                self._check_clock(budget)
                ours = time.monotonic()
                reply, answered = self._answer(message, budget)
                self.clock.leave_out(time.monotonic() - ours)
                self._send({**reply, "bufs": answered.specs}, answered, budget)
        except (Closed, BrokenPipeError, ConnectionError):
            self._lose_dead()
        except TimeoutError:
            self._lose(Outcome.TIMEOUT, "your code did not read what it was sent", retry=True)
        except Malformed as error:
            self._lose(Outcome.ERROR, "your code broke the connection to the grader", str(error))
        finally:
            self.clock.stop()
        raise AssertionError("unreachable")

    def _answer(self, message: Message, budget: Budget) -> tuple[dict, Encoder]:
        """Our own computing for the student's code: not on its account, but not without end either."""
        start = time.process_time()
        try:
            with at_most(ANSWERS * budget.seconds - self._answered):
                return self.answer_callback(message)
        except OutOfTime:
            self._lose(Outcome.TIMEOUT, "what your code asked the given function to compute took too long")
            raise AssertionError("unreachable") from None
        finally:
            self._answered += time.process_time() - start

    def _send(self, header: dict, encoder: Encoder, budget: Budget) -> None:
        """Right after a look at the clock: the patience that it found is that of the wait for the answer."""
        assert self.sock is not None
        patience = self.sock.gettimeout()
        self.sock.settimeout(budget.wall)
        wire.send(self.sock, header, encoder.buffers, encoder.fds)
        self.sock.settimeout(patience)

    def _patience(self, *limits: float) -> float:
        """How long to wait before looking at the clock, and at what the worker uses."""
        return max(0.01, min(*limits, self.clock.left(), WATCH_SECONDS))

    def _check_clock(self, budget: Budget) -> None:
        """Called while a reply is late: decides whether the time is over, and whose fault that is."""
        assert self.pid is not None and self.sock is not None
        self._look_at_worker(self.pid)
        used = cpu_seconds(self.pid) - self._cpu_start
        if used == float("inf"):  # it is gone, and not by our doing
            self._lose_dead()
        waited = self.clock.seconds()
        if self.clock.left() <= 0:
            self._lose(Outcome.TIMEOUT, self.program.allowance.words)
        if used >= budget.seconds:
            self._lose(Outcome.TIMEOUT, f"your code took more than its {budget.seconds:g} s of computing time")
        if waited >= budget.wall:
            detail = f"{used:.2f} s of CPU in {waited:.1f} s"
            # Without starvation, and asleep by its own choice: another try would only sleep again.
            chosen = self.clock.knows and scheduling.asleep(self.pid)
            self._lose(Outcome.TIMEOUT, f"your code gave no answer within {budget.wall:g} s", detail, not chosen)
        self.sock.settimeout(self._patience(budget.seconds - used, budget.wall - waited))

    def _look_at_worker(self, pid: int) -> None:
        """What the kernel does not limit in every case. Not at every call: a look takes as long as a small one."""
        if time.monotonic() - self._looked < WATCH_SECONDS:
            return
        self._looked = time.monotonic()
        if self.program.limits.resident and watchdog.exceeded(pid, self.program.limits.resident):
            self._lose(Outcome.MEMORY, "your code used more memory than it may")
        if watchdog.threads(pid) > MOST_THREADS:
            self._lose(Outcome.ERROR, f"your code started more than {MOST_THREADS} threads")

    def _lose_dead(self) -> None:
        zygote = self.zygote
        ended = self._bury()
        if zygote is not None and zygote.quick and deaths.exit_status(ended) == torch_compiler.WANTED:
            self.pool.quick = False
            raise CompilerWanted("its workers have no compiler")
        self._lose_by(deaths.cause(ended, self.program.limits.cpu_seconds))

    def _lose(self, outcome: Outcome, public: str, detail: str = "", retry: bool = False) -> None:
        self._lose_by(WorkerLost(outcome, public, detail, retry))

    def _lose_by(self, lost: WorkerLost) -> None:
        self.close()
        self.lost = lost
        raise lost

    def _bury(self) -> dict:
        """Ends the worker and waits for its status."""
        pid, zygote = self.pid, self.zygote
        self.abandon()
        if pid is None or zygote is None:
            return {"status": 0}
        return zygote.end_of(pid) if deaths.is_ending(pid) else zygote.kill(pid)

    def abandon(self) -> None:
        """Forgets a worker whose zygote died: the kernel ended it with its parent."""
        if self.sock is not None:
            self.sock.close()
        self.pid, self.sock, self.zygote = None, None, None

    def close(self) -> None:
        pid, zygote = self.pid, self.zygote
        self.broken = False
        self.abandon()
        if pid is not None and zygote is not None:
            zygote.end(pid)
        for _, descriptor in self.cached_files.values():
            os.close(descriptor)
        self.cached_files.clear()

    def close_quietly(self) -> None:
        """Also where the zygote is gone."""
        try:
            self.close()
        except ZygoteDied:
            self.abandon()


class OutOfTime(BaseException):
    """Raised in the middle of our own code: no `except Exception` may take it for a failure of that code."""


@contextmanager
def at_most(cpu_seconds: float) -> Iterator[None]:
    """Ends what is run inside by an OutOfTime once this process has used so much CPU time. For the main thread."""

    def stop(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, max(cpu_seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def decoded(reply: Message) -> dict[str, Any]:
    """What our own code in a worker told of its device; no student's code has run there yet."""
    value = Decoder(reply, {}, trusted=False)(reply.header["result"])
    return value if isinstance(value, dict) else {}


def _bytes_of(array: np.ndarray) -> memoryview:
    flat: Any = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return memoryview(flat)


def _no_other(value: Any) -> list:
    raise TypeError(f"{type(value).__name__} in a load message")
