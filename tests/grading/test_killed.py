"""Processes that are ended from outside, as the kernel does when memory is short: no student pays for it."""

import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from autograder.runs.grade import Options, grade

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")

RIGHT = """
import time
import numpy as np
def softplus(x):
    "{number}"  # so that no two hand-ins are the same to the cache
    time.sleep({pause})
    return np.logaddexp(0.0, x)
"""


def hand_in(folder: Path, name: str, source: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(source)


def run(course, folder, out, **options):
    return grade(course.root, "01", [folder], out, Options(**{"seed": 3, "quiet": True, "jobs": 2} | options))


def scores(summary) -> dict[str, float]:
    return {r.submission: r.score for r in summary.results}


def children_of(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def is_first_of_its_namespace(pid: int) -> bool:
    try:
        numbers = Path(f"/proc/{pid}/status").read_text().partition("NSpid:")[2].partition("\n")[0]
    except OSError:
        return True
    return numbers.split()[-1] == "1"


def workers() -> list[int]:
    """What this process's graders have forked from their zygotes."""
    graders = children_of(os.getpid())
    zygotes = [zygote for grader in graders for zygote in children_of(grader)]
    forked = [pid for zygote in zygotes for pid in children_of(zygote)]
    return [pid for pid in forked if not is_first_of_its_namespace(pid)]


class Killer(threading.Thread):
    """Kills a worker, whichever it finds, again and again."""

    def __init__(self, pause: float, most: int) -> None:
        super().__init__(daemon=True)
        self.pause, self.left, self.kills = pause, most, 0
        self.over = threading.Event()

    def run(self) -> None:
        chance = random.Random(0)
        while self.left > self.kills and not self.over.wait(self.pause):
            found = workers()
            if found:
                try:
                    os.kill(chance.choice(found), signal.SIGKILL)
                    self.kills += 1
                except ProcessLookupError:
                    pass

    def __enter__(self) -> "Killer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.join()


@pytest.mark.slow
def test_sixty_killed_workers_cost_nobody_a_point(small_course, tmp_path):
    for number in range(40):
        source = RIGHT if number % 4 else RIGHT.replace("logaddexp(0.0", "maximum(0.0")
        hand_in(tmp_path / "in", f"s{number:02}", source.format(pause=0.1, number=number))
    before = scores(run(small_course, tmp_path / "in", tmp_path / "calm"))
    with Killer(0.25, 60) as killer:
        disturbed = run(small_course, tmp_path / "in", tmp_path / "killed")
    assert killer.kills > 20, "the run was too short for this test to mean anything"
    assert scores(disturbed) == before
    assert all(t.outcome != "inconclusive" for r in disturbed.results for e in r.exercises for t in e.tests)
    assert sum(r.interruptions for r in disturbed.results) > 0
    assert any("ended from outside" in w for w in disturbed.warnings)


def test_what_is_always_killed_is_inconclusive_and_the_command_says_so(small_course, tmp_path):
    hand_in(tmp_path / "in", "victim", RIGHT.format(pause=20, number=1))
    with Killer(0.3, 1000):
        summary = run(small_course, tmp_path / "in", tmp_path / "out", isolation="standard")
    (result,) = summary.results
    tests = [t for e in result.exercises for t in e.tests]
    assert {t.outcome for t in tests} == {"inconclusive"}
    assert all("not by your code" in t.message for t in tests)
    assert any("ended from outside" in note for note in result.notes)
    assert any("victim" in w and "ended from outside" in w for w in summary.warnings)


def killing_suite(course) -> None:
    """The grader itself dies of some answers, as it does when they take all memory."""
    suite = course.root / "assignments/01_example/softplus/test_hidden.py"
    suite.write_text(
        suite.read_text()
        + '''

def test_zero(student):
    """softplus(0) is log 2."""
    answer = student.softplus(np.zeros(1))
    if answer[0] == 666:
        import os
        import signal
        os.kill(os.getpid(), signal.SIGKILL)
    assert abs(answer[0] - np.log(2)) < 1e-9
'''
    )


@pytest.mark.slow
def test_six_hand_ins_that_kill_graders_leave_twelve_graded(small_course, tmp_path):
    killing_suite(small_course)
    for number in range(18):
        source = RIGHT if number % 3 else RIGHT.replace("np.logaddexp(0.0, x)", "np.full(np.shape(x), 666.0)")
        hand_in(tmp_path / "in", f"s{number:02}", source.format(pause=0, number=number))
    summary = run(small_course, tmp_path / "in", tmp_path / "out")
    assert len(summary.results) == 18
    for r in summary.results:
        bomb = int(r.submission[1:]) % 3 == 0
        assert r.score == (0 if bomb else r.possible)
        assert {t.outcome for e in r.exercises for t in e.tests} == ({"inconclusive"} if bomb else {"passed"})
    assert any("s00" in w for w in summary.warnings)


SELF = """
import ctypes, os, signal, threading
import numpy as np
{how}
def softplus(x):
    attack()
    time_is_over()
    return np.logaddexp(0.0, x)
def time_is_over():
    raise RuntimeError("still here")
"""
WAYS = {
    "kill": "def attack(): os.kill(os.getpid(), 9)",
    "tgkill": "def attack(): signal.pthread_kill(threading.get_ident(), 9)",
    "stop": "def attack(): os.kill(os.getpid(), signal.SIGSTOP)",
    "closed wire": "def attack():\n    for fd in range(3, 64):\n        try: os.close(fd)\n        except OSError: pass\n"
    "    import time; time.sleep(60)",
    "no cpu left": "def attack():\n    signal.signal(signal.SIGXCPU, signal.SIG_IGN)\n    while True: pass",
    "exit": "def attack(): os._exit(9)",
    "abort": "def attack(): os.abort()",
}


@pytest.mark.parametrize("way", WAYS)
def test_what_code_does_to_itself_is_not_from_outside(small_course, tmp_path, way):
    hand_in(tmp_path / "in", "self", SELF.format(how=WAYS[way]))
    start = time.monotonic()
    summary = run(small_course, tmp_path / "in", tmp_path / "out")
    (result,) = summary.results
    assert result.score == 0 and result.interruptions == 0
    assert {t.outcome for e in result.exercises for t in e.tests} <= {"error", "timeout"}
    assert not summary.warnings
    assert time.monotonic() - start < 60
