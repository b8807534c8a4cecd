"""Threads of a worker are limited for every user that a grader may be: root, an ordinary user, with namespaces or without."""

from __future__ import annotations

import shutil

import pytest
from attack import Attack, python
from harness import new_folder, run
from run_class import starting_points

RAW_THREADS: Attack = python(
    "raw_threads",
    "starts thousands of threads that sleep, each with the smallest stack there is",
    """
    def double(x):
        threading.stack_size(32768)
        started = 0
        for _ in range(4_000):
            try:
                threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
            except RuntimeError:
                break
            started += 1
        raise ValueError(f"started {started} threads")
    """,
)
PATIENT_THREADS: Attack = python(
    "patient_threads",
    "starts a hundred threads and waits for them",
    """
    def double(x):
        threading.stack_size(32768)
        for _ in range(100):
            threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
        time.sleep(2)
        return 2 * x
    """,
)
FEW_THREADS: Attack = python(
    "few_threads",
    "nothing: a right answer with a few threads of its own",
    """
    def double(x):
        found = []
        threads = [threading.Thread(target=lambda: found.append(2 * x)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return found[0]
    """,
    honest=1.0,
    exact=True,
)


@pytest.mark.parametrize("start", ["as_root", "as_ordinary_user"])
def test_threads_are_few(start: str) -> None:
    starting_points().need_start(start)
    root = new_folder(start)
    try:
        attacks = [RAW_THREADS, PATIENT_THREADS, FEW_THREADS]
        graded = run(attacks, start=start, root=root, jobs=1, only=["double"], every=100, timeout=120)
        details = {attack.name: graded.result(graded.names[attack.name])["exercises"][0]["tests"][0] for attack in attacks}
    finally:
        shutil.rmtree(root, ignore_errors=True)
    assert graded.status == 0, graded.log[-500:]
    assert details["few_threads"]["outcome"] == "passed"
    raw = details["raw_threads"]
    if "started more than 64 threads" not in raw["message"]:
        assert int(raw["detail"].partition("started ")[2].split()[0]) < 400, raw["detail"]
    assert details["patient_threads"]["outcome"] == "error"
