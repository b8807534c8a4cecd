"""Machines that refuse a system call: grading works without it, or says in a sentence that it cannot."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")
BLOCKED = str(Path(__file__).parent / "blocked.py")


def without(call: str, *arguments: object) -> subprocess.CompletedProcess:
    command = [sys.executable, BLOCKED, call, sys.executable, "-m", "autograder", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


def grade(call: str, course, tmp_path) -> subprocess.CompletedProcess:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "right.py").write_text("import numpy as np\ndef softplus(x):\n    return np.logaddexp(0.0, x)\n")
    return without(
        call,
        "grade",
        "01",
        tmp_path / "in",
        "--out",
        tmp_path / "out",
        "--course",
        course.root,
        "--seed",
        3,
        "--json",
    )


def test_grading_needs_no_pidfd(small_course, tmp_path):
    done = grade("pidfd_open", small_course, tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scores"] == {"right": 5.0}


def test_doctor_tries_a_worker_from_end_to_end():
    done = without("pidfd_open", "doctor", "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert {w["runtime"]: w["problem"] for w in report["workers"]} == {"numpy": "", "torch": ""}
    assert {w["level"] for w in report["workers"]} == {report["level"]}


def test_where_no_worker_can_be_started_doctor_and_grade_say_so(small_course, tmp_path):
    """The grader hands a worker its wire by sendmsg; no layer of the jail needs that call."""
    done = without("sendmsg", "doctor")
    assert done.returncode == 1
    assert "no numpy worker can be started" in " ".join(done.stdout.split()), done.stdout
    done = grade("sendmsg", small_course, tmp_path)
    assert done.returncode == 2, done.stderr
    assert "no worker can be started on this machine" in done.stderr and "Traceback" not in done.stderr
