"""Zygotes and the workers forked from them: spares, ends, huge pages."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import autograder
from autograder.grading import deaths
from autograder.grading.workers import Program, WorkerLimits, WorkerTransport, ZygotePool
from autograder.suites.student import Student, begin_test
from autograder.suites.student_error import Surface
from autograder.worker.starting import start_zygote

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")
pytestmark = linux_only
LIMITS, OTHER = WorkerLimits(1 << 30, 64.0), WorkerLimits(1 << 30, 128.0)


@pytest.fixture
def pool():
    pool = ZygotePool("none")
    yield pool
    pool.close()


def program(followed_by=None, limits=LIMITS, text="import os\ndef f(): return os.getpid()"):
    source = {"label": "<0>", "line": 1, "source": text, "name": "f"}
    return Program("numpy", {"statements": [{**source, "needed": True}]}, limits, followed_by=followed_by)


def answer(transport) -> int:
    student = Student(transport, Surface(["f"]))
    begin_test(student, 1)
    return student.f()


def children(zygote) -> set[int]:
    """Workers: children that serve a wire. The process that holds the namespaces has no open descriptor."""
    pid = zygote.process.pid
    born = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return {child for child in born if open_files(child)}


def open_files(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return []


def eventually(check) -> bool:
    end = time.monotonic() + 10
    while not check() and time.monotonic() < end:
        time.sleep(0.01)
    return check()


def test_the_next_worker_is_forked_while_one_works_and_then_used(pool):
    first = WorkerTransport(pool, program(("numpy", LIMITS)))
    answer(first)
    zygote = pool.get("numpy")
    assert eventually(lambda: len(children(zygote)) == 2)
    (spare,) = children(zygote) - {first.pid}
    first.close()
    second = WorkerTransport(pool, program())
    answer(second)
    assert second.pid == spare
    assert zygote.forks == 2
    second.close()
    assert eventually(lambda: not children(zygote))


def test_a_spare_with_other_limits_is_ended_and_not_used(pool):
    first = WorkerTransport(pool, program(("numpy", OTHER)))
    answer(first)
    zygote = pool.get("numpy")
    first.close()
    second = WorkerTransport(pool, program())
    answer(second)
    assert eventually(lambda: children(zygote) == {second.pid})
    assert zygote.forks == 3
    second.close()


def test_a_worker_that_was_ended_does_not_run_beside_the_next(pool):
    first = WorkerTransport(pool, program(("numpy", LIMITS)))
    answer(first)
    gone = first.pid
    first.close()
    second = WorkerTransport(pool, program())
    answer(second)
    assert not pool.get("numpy").dying
    assert eventually(lambda: deaths.is_ending(gone))  # it has its signal; a busy machine takes it away later
    second.close()


def test_no_spare_outlives_its_pool():
    pool = ZygotePool("none")
    first = WorkerTransport(pool, program(("numpy", LIMITS)))
    answer(first)
    zygote = pool.get("numpy")
    assert eventually(lambda: len(children(zygote)) == 2)
    born = children(zygote)
    pool.close()
    assert eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in born))


def test_huge_pages_leave_memory_as_it_was():
    """Collapsing moves pages: what was in them must be the same afterwards, in this process and in a fork."""
    from autograder.worker import huge_pages

    data = bytearray(os.urandom(1 << 20) * 8)
    copy = bytes(data)
    moved = huge_pages.collapse()
    assert moved >= 0 and bytes(data) == copy
    pid = os.fork()
    if pid == 0:
        data[5_000_000] ^= 1
        os._exit(0 if bytes(data) != copy else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert bytes(data) == copy


def test_a_large_array_may_be_the_first_thing_that_a_worker_is_sent(pool):
    """It goes as a file, which has to stay open while the new worker is given its code."""
    source = {"label": "<0>", "line": 1, "source": "def f(x): return x.sum()", "name": "f", "needed": True}
    transport = WorkerTransport(pool, Program("numpy", {"statements": [source]}, LIMITS))
    student = Student(transport, Surface(["f"]))
    large, counts = np.ones(1 << 18), []
    for seed in (1, 2, 3):
        begin_test(student, seed)
        assert student.f(large) == large.size
        transport.close()
        counts.append(len(open_files(os.getpid())))
    assert counts[2] == counts[1]


DEEP = """
def down(n):
    return 0 if n == 0 else 1 + down(n - 1)

def f():
    return down(2_990)
"""
ENDLESS = """
class Endless:
    def __getattr__(self, name):
        return getattr(self, name + "_")

    def __repr__(self):
        return repr([self])

def f():
    found = 0
    for attempt in (lambda: Endless().x, lambda: repr(Endless()), lambda: endless([1, 2])):
        try:
            attempt()
        except RecursionError:
            found += 1
    return found

def endless(items):
    return sorted(items, key=lambda _: endless(items))
"""


def test_calls_go_as_deep_as_in_a_notebook(pool):
    transport = WorkerTransport(pool, program(text=DEEP))
    assert answer(transport) == 2_990
    transport.close()


def test_calls_without_an_end_are_an_exception_and_no_crash(pool):
    transport = WorkerTransport(pool, program(text=ENDLESS))
    assert answer(transport) == 3
    transport.close()


def test_one_that_was_started_ahead_is_taken_over():
    ahead = start_zygote("numpy", "none", quick=True)
    pool = ZygotePool("none", ahead={"numpy": ahead})
    try:
        assert pool.get("numpy").process is ahead.process
        first = WorkerTransport(pool, program())
        assert answer(first) > 0 and pool.get("numpy").forks == 1
        first.close()
        pool.discard("numpy")
        assert pool.get("numpy").process is not ahead.process, "what ended is replaced as always"
    finally:
        pool.close()


def test_a_quick_one_has_all_that_students_use():
    text = """\
import torch
def f():
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([weight], lr=0.5)
    weight.sum().backward()
    optimizer.step()
    return weight.tolist()"""
    pool = ZygotePool("standard", quick=True)
    try:
        source = {"label": "<0>", "line": 1, "source": text, "name": "f", "needed": True}
        transport = WorkerTransport(pool, Program("torch", {"statements": [source]}, LIMITS))
        assert answer(transport) == [0.5, 0.5]
        transport.close()
    finally:
        pool.close()


def test_a_checkout_starts_its_own_zygote(tmp_path):
    """And not that of the gradmark which is installed in the same environment."""
    here = Path(autograder.__file__).parent
    shutil.copytree(here, tmp_path / "autograder", ignore=shutil.ignore_patterns("__pycache__"))
    zygote = tmp_path / "autograder" / "worker" / "zygote.py"
    zygote.write_text("raise SystemExit('this is the copy')\n", encoding="utf-8")
    code = "from autograder.grading.rehearsal import rehearse; print(rehearse('none', 'numpy').problem)"
    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert told.stdout.strip() == "this is the copy", told.stderr


def test_a_zygote_whose_grader_leaves_says_nothing(pool):
    """Also where an answer of the zygote was not read."""
    zygote = pool.get("numpy")
    zygote.wait_ready()
    zygote.prefork(LIMITS, None)
    assert eventually(lambda: children(zygote))
    zygote.spare.sock.close()
    zygote.control.close()
    assert zygote.process.wait(10) == 0
    zygote.errors.seek(0)
    assert zygote.errors.read() == b""
