"""What the trust boundary costs: per exercise (fork, jail, load, exit), per call, and over a training run.

    python benchmarks/overhead.py [--write]

A grader asks for the next exercise's worker as soon as this one's works, so that fork and jail run beside the tests: the
first figure is what it waits for when tests take 10 ms an exercise, the second the whole of it with nothing forked ahead.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np
from bench import median_seconds, table, write_section

from autograder.grading.workers import Budget, Program, WorkerLimits, WorkerTransport, ZygotePool
from autograder.suites.student import Student, Surface, begin_test

NUMPY = "def f(x):\n    return x\n"
TRAIN = """
import torch
def train(steps):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    x, y = torch.randn(128, 64), torch.randint(0, 10, (128,))
    for _ in range(steps):
        loss = torch.nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return float(loss)
"""
STEPS = 1500


LIMITS = WorkerLimits(1 << 30)
TESTS_SECONDS = 0.010


def program(runtime: str, source: str, seconds: float = 60, ahead: bool = False) -> Program:
    statement = {"label": "<0>", "line": 1, "source": source.strip(), "name": "f", "needed": True}
    following = (runtime, LIMITS) if ahead else None
    return Program(runtime, {"statements": [statement]}, LIMITS, Budget(seconds), followed_by=following)


def exercise(pool: ZygotePool, runtime: str, ahead: bool) -> float:
    """Seconds of everything but the tests: fork, jail, load, one call, exit."""
    start = time.perf_counter()
    transport = WorkerTransport(pool, program(runtime, NUMPY, ahead=ahead))
    student = Student(transport, Surface(["f"]))
    begin_test(student, 1)
    student.f(1)
    working = time.perf_counter()
    time.sleep(TESTS_SECONDS)
    resumed = time.perf_counter()
    transport.close()
    return time.perf_counter() - resumed + working - start


def exercise_rows(pool: ZygotePool, level: str, repeat: int = 60) -> list[list[object]]:
    rows: list[list[object]] = []
    for runtime in ("numpy", "torch"):
        for ahead, words, bar in ((True, "next worker forked ahead", "6 ms"), (False, "alone", "")):
            seconds = statistics.median([exercise(pool, runtime, ahead) for _ in range(repeat)][5:])
            what = f"one exercise, {runtime}, {words}, floor {level} (reached: {pool.reached})"
            rows.append([what, f"{seconds * 1e3:.2f} ms", bar])
    return rows


def main() -> None:
    rows: list[list[object]] = []
    for level in ("standard", "none"):
        pool = ZygotePool(level)
        rows += exercise_rows(pool, level)
        if level == "none":
            pool.close()
            break
        transport = WorkerTransport(pool, program("numpy", NUMPY))
        student = Student(transport, Surface(["f"]))
        begin_test(student, 1)
        for size, bar in ((0, ""), (1250, "0.2 ms"), (1 << 17, ""), (1 << 20, "")):
            x = np.ones(size)
            seconds = median_seconds(lambda s=student, x=x: s.f(x), 200, warm=20)
            rows.append([f"one call, {x.nbytes / 1e3:.0f} kB there and back", f"{seconds * 1e3:.3f} ms", bar])
        transport.close()
        rows.append(training(pool))
        pool.close()
    text = "## Overhead of the trust boundary\n\n" + table(["what", "measured", "bar"], rows)
    print(text)
    if "--write" in sys.argv:
        write_section("overhead", text)


def training(pool: ZygotePool) -> list[object]:
    """The same training in a worker and in this process, by turns; one thread each."""
    import torch

    torch.set_num_threads(1)
    namespace: dict = {}
    exec(TRAIN, namespace)
    inside, outside = [], []
    transport = WorkerTransport(pool, program("torch", TRAIN))
    student = Student(transport, Surface(["train"]))
    begin_test(student, 1)
    student.train(10)
    namespace["train"](10)
    for _ in range(5):
        for run, times in ((student.train, inside), (namespace["train"], outside)):
            start = time.perf_counter()
            run(STEPS)
            times.append(time.perf_counter() - start)
    transport.close()
    a, b = sorted(inside)[2], sorted(outside)[2]
    return [
        f"training, {STEPS} steps: {a:.2f} s in a worker, {b:.2f} s in the open",
        f"{(a / b - 1) * 100:+.1f} %",
        "5 %",
    ]


if __name__ == "__main__":
    main()
