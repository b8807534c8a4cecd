"""Grades a class in a process of its own, from a chosen starting point, and sees what it leaves behind.

`python run_class.py SPEC` with the path of a JSON file. The process is the reaper of everything it starts, so that
whatever outlives the grading becomes its own child and is found, however it hides.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any

PR_SET_CHILD_SUBREAPER = 36
PR_CAPBSET_DROP = 24
GRACE_SECONDS = 5.0

GRADE = """
import json, sys
from pathlib import Path
from autograder.errors import UserError
from autograder.runs.grade import Options, grade

spec = json.loads(Path(sys.argv[1]).read_text())
paths = [Path(p) for p in spec["paths"]]
try:
    options = Options(force=True, jobs=spec["jobs"], quiet=True, only=spec["only"])
    grade(Path(spec["course"]), "01", paths, Path(spec["out"]), options)
except UserError as error:
    sys.exit(f"UserError: {error}")
"""


def starting_points() -> Any:
    """The jail's own tests know how to become an ordinary user, or root of a container."""
    path = Path(__file__).parent.parent / "jail" / "conftest.py"
    spec = importlib.util.spec_from_file_location("jail_starting_points", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def become(start: str) -> None:
    points = starting_points()
    if "container" in start:
        # A new program of root's gets back what the bounding set holds.
        from autograder.jail.kernel import prctl

        points.open_interpreter()
        kept = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)
        for capability in range(64):
            if capability not in kept:
                try:
                    prctl(PR_CAPBSET_DROP, capability)
                except OSError:
                    break
        points.as_container_root()
    else:
        getattr(points, start)()


def children() -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(words[1]) == os.getpid() and words[0] not in "ZX":
                found.append(int(entry.name))
    return found


def describe(pid: int) -> str:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:300]
    except OSError:
        return str(pid)


def reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def main() -> None:
    from autograder.jail.kernel import prctl

    where = sys.argv[1]
    spec = json.loads(Path(where).read_text())
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            # Should a grader swell without end, it fails alone and not the machine.
            resource.setrlimit(resource.RLIMIT_AS, (spec["most_memory"], spec["most_memory"]))
            if spec["start"] != "as_root":
                become(spec["start"])
            with open(spec["log"], "ab", buffering=0) as log:  # noqa: PTH123
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
            os.execve(sys.executable, [sys.executable, "-c", GRADE, where], {**os.environ, **spec["env"]})
        finally:
            os._exit(99)
    began, status, late = time.monotonic(), None, False
    while status is None:
        found, raw = os.waitpid(pid, os.WNOHANG)
        if found:
            status = os.waitstatus_to_exitcode(raw)
        elif time.monotonic() - began > spec["timeout"]:
            late = True
            os.killpg(pid, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        else:
            time.sleep(0.02)
    seconds = time.monotonic() - began
    deadline = time.monotonic() + GRACE_SECONDS
    while children() and time.monotonic() < deadline:
        reap()
        time.sleep(0.05)
    left = [describe(each) for each in children()]
    for _ in range(50):
        for each in children():
            os.kill(each, signal.SIGKILL)
        reap()
        if not children():
            break
        time.sleep(0.05)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(json.dumps({"status": status, "late": late, "seconds": seconds, "left": left, "peak": peak}))


if __name__ == "__main__":
    main()
