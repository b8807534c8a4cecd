"""A GPU from end to end, as grading uses it: `gradmark doctor` runs this on every GPU of a machine.

Each step is a real, jailed worker with code such as a student's, so that whoever grades on a GPU for the first time knows in a
minute whether this machine can.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from autograder.grading.devices import Slot
from autograder.grading.workers import Budget, Program, WorkerLimits, WorkerTransport, ZygotePool
from autograder.suites.outcome import Outcome
from autograder.suites.runner import judgement_of
from autograder.suites.student import Student, begin_test
from autograder.suites.student_error import StudentError, Surface
from autograder.suites.transport import PlaceError, WorkerLost, ZygoteDied

SECONDS = 120.0
RESIDENT = 8 << 30
MOST_ROUNDING = 1e-4
MEMORY_BACK = 0.9

_CODE = """
import os
import torch
from torch import nn

def step(device):
    net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 5)).double().to("cpu")
    draws = torch.Generator().manual_seed(3)
    start = [torch.randn(p.shape, generator=draws, device="cpu") for p in net.parameters()]
    net = net.to(device)
    with torch.no_grad():
        for p, value in zip(net.parameters(), start):
            p.copy_(value.to(device).double() / 10)
    x = torch.linspace(-1, 1, 2 * 3 * 64, device="cpu").reshape(2, 3, 8, 8).double().to(device)
    loss = net(x).square().sum()
    loss.backward()
    return [loss.detach().cpu()] + [p.grad.cpu() for p in net.parameters()]

def differs(device):
    pairs = zip(step(device), step("cpu"))
    return max(float((a - b).abs().max() / b.abs().max()) for a, b in pairs)

def count(device):
    return getattr(torch, device).device_count()

def opened(files):
    found = []
    for file in files:
        try:
            os.close(os.open(file, os.O_RDWR))
            found.append(file)
        except OSError:
            pass
    return found

def take(device, gigabytes):
    return int(torch.zeros(int(gigabytes * (1 << 30)), dtype=torch.uint8, device=device).numel())

def free(device):
    return getattr(torch, device).mem_get_info()[0]

def left_over(device, megabytes):
    torch.utils.deterministic.fill_uninitialized_memory = False
    return int(torch.count_nonzero(torch.empty(megabytes << 20, dtype=torch.uint8, device=device)))

def pick(device, index):
    found = torch.arange(4.0, device=device).index_select(0, torch.tensor([index], device=device))
    return float(found.cpu().sum())
"""
_NAMES = ["differs", "count", "opened", "take", "free", "left_over", "pick"]


@dataclass
class DeviceStep:
    what: str
    problem: str = ""
    detail: str = ""


@dataclass
class DeviceChecked:
    """What was tried on one GPU."""

    gpu: str
    name: str = ""
    steps: list[DeviceStep] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def problem(self) -> str:
        """Of the first step that failed."""
        return next((f"{step.what}: {step.problem}" for step in self.steps if step.problem), "")


class DeviceCheck:
    def __init__(self, level: str, slot: Slot, others: Sequence[str] = ()) -> None:
        """`others`: device files of the machine's other GPUs."""
        self.slot, self.others = slot, list(others)
        self.pool = ZygotePool(level, slot)

    def run(self) -> DeviceChecked:
        done = DeviceChecked(str(self.slot.gpu), self.slot.name)
        start = time.monotonic()
        steps: list[tuple[str, Callable[[], str]]] = [
            ("starts in a jailed worker", self._starts),
            ("computes as the CPU does", self._computes),
            ("other GPUs are out of reach", self._sees_only_its_own),
            ("too much memory is told from other errors", self._runs_out_of_memory),
            ("memory is free again when a worker was killed", self._gives_memory_back),
            ("a failed assertion costs one test", self._survives_an_assertion),
            ("a new worker finds no data of the one before", self._finds_nothing),
        ]
        try:
            for what, step in steps:
                made = DeviceStep(what)
                try:
                    made.detail = step()
                except (PlaceError, WorkerLost, ZygoteDied, StudentError, OSError, DeviceDefect) as error:
                    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
                    made.problem = lines[-1] if lines else type(error).__name__
                done.steps.append(made)
                if made.problem and step == self._starts:
                    break
        finally:
            done.name = str(self.pool.device_facts.get("name") or done.name)
            done.seconds = round(time.monotonic() - start, 1)
            self.pool.close()
        return done

    @contextmanager
    def worker(self) -> Iterator[Student]:
        statement = {"label": "<0>", "line": 1, "source": _CODE, "name": "step", "needed": True}
        surface, limits = Surface(_NAMES), WorkerLimits(None, 2 * SECONDS, RESIDENT)
        load = {"statements": [statement], "runtime": "torch"}
        program = Program("torch", load, limits, Budget(SECONDS), surface, device=self.slot.accelerator)
        transport = WorkerTransport(self.pool, program)
        student = Student(transport, surface)
        try:
            begin_test(student, 1)
            yield student
        finally:
            transport.close_quietly()

    @property
    def device(self) -> str:
        return self.slot.accelerator

    def _starts(self) -> str:
        with self.worker() as student:
            student.free(self.device)
        memory = int(self.pool.device_facts["memory"]) / (1 << 30)
        return f"{self.pool.device_facts['name']}, {memory:.1f} GB, isolation {self.pool.reached}"

    def _computes(self) -> str:
        with self.worker() as student:
            worst = student.differs(self.device)
        expect(worst < MOST_ROUNDING, f"a convolution and its gradients differ by {worst:.1e}")
        return f"largest difference {worst:.1e}"

    def _sees_only_its_own(self) -> str:
        with self.worker() as student:
            seen, opened = student.count(self.device), student.opened(self.others)
        expect(seen == 1, f"a worker sees {seen} GPUs")
        expect(not opened, f"a worker can open {', '.join(opened)}, which are other GPUs")
        return f"{len(self.others)} other device files tried"

    def _runs_out_of_memory(self) -> str:
        more = 1.0 + int(self.pool.device_facts["memory"]) / (1 << 30)
        with self.worker() as student:
            try:
                student.take(self.device, more)
            except StudentError as error:
                said = judgement_of(error).outcome
                expect(said is Outcome.MEMORY, f"it counts as {said}")
                return f"{more:.0f} GB were refused"
        raise DeviceDefect(f"{more:.0f} GB were given, more than there are")

    def _gives_memory_back(self) -> str:
        with self.worker() as student:
            before = student.free(self.device)
            student.take(self.device, 0.4 * before / (1 << 30) * self.slot.share)
        with self.worker() as student:
            after = student.free(self.device)
        expect(after > MEMORY_BACK * before, f"{after >> 20} MB are free, {before >> 20} were before")
        return f"{after >> 20} MB free"

    def _survives_an_assertion(self) -> str:
        with self.worker() as student:
            try:
                student.pick(self.device, 99)
                raise DeviceDefect("an index that does not exist was taken")
            except StudentError:
                pass
            begin_test(student, 2)
            expect(student.pick(self.device, 3) == 3.0, "the next test gets wrong numbers")
        return ""

    def _finds_nothing(self) -> str:
        with self.worker() as student:
            found = student.left_over(self.device, 64)
        expect(found == 0, f"{found} bytes of 64 MB are not zero: give each grader a GPU, or a MIG part, of its own")
        return "64 MB looked at"


class DeviceDefect(Exception):
    """A step that ended in another way than it should."""


def expect(condition: bool, otherwise: str) -> None:
    if not condition:
        raise DeviceDefect(otherwise)


def other_files(own: Sequence[str]) -> list[str]:
    """Device files of GPUs that are not this one."""
    found = [str(path) for path in Path("/dev").glob("nvidia[0-9]*")]
    return sorted(path for path in found if path not in own)
