"""A grader's own memory: what is kept of replies has a budget, and what a test makes of them has a limit."""

import os
import subprocess
import sys

import numpy as np
import pytest

from autograder.grading.diagnose import Diagnosis
from autograder.runs.grade import Options, grade
from autograder.suites import memory, student
from autograder.suites.runner import judgement_of
from autograder.suites.student import Student, Surface, begin_test
from autograder.suites.transport import LocalTransport
from autograder.worker.session import Session

COURSE = {
    "reference/spread/spread.py": '''
import numpy as np


def spread(x: np.ndarray) -> np.ndarray:
    """x."""
    return x


def twice(x: np.ndarray) -> np.ndarray:
    """2 x."""
    return 2 * x
''',
    "assignments/01_spread/spread/test_hidden.py": '''
import numpy as np
from autograder.suite import assert_close, exercise


@exercise("spread")
def test_spread(student, reference, rng):
    """Every entry is that of x."""
    x = rng.normal(size=(1000, 1))
    assert float(np.abs(student.spread(x) - reference.spread(x)).max()) == 0.0


@exercise("twice")
def test_twice(student, reference, rng):
    x = rng.normal(size=5)
    assert_close(student.twice(x), reference.twice(x))
''',
    "assignments/01_spread/assignment.toml": """
title = "Spread"
[defaults]
module = "spread"
forbid = ["autograd"]
[[exercise]]
id = "spread"
[[exercise]]
id = "twice"
""",
}


@pytest.fixture
def course(tmp_path):
    for name, text in COURSE.items():
        path = tmp_path / "c" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "c"


def test_a_grader_that_wants_too_much_loses_the_test_and_not_the_run(course, tmp_path):
    """Six megabytes against a column of a thousand would be six gigabytes."""
    (tmp_path / "s.py").write_text(
        "import numpy as np\ndef spread(x):\n    return np.ones(800_000)\ndef twice(x):\n    return 2 * x\n"
    )
    result = grade(course, "01", [tmp_path / "s.py"], tmp_path / "out", Options(quiet=True)).results[0]
    spread, twice = result.exercises
    assert (spread.earned, twice.earned) == (0.0, 1.0)
    assert spread.tests[0].outcome == "memory"
    assert "more memory" in spread.tests[0].message and "Every entry is that of x" in spread.tests[0].message


def test_the_limit_holds_here_and_not_in_children():
    program = (
        "import sys, subprocess, numpy as np\n"
        "from autograder.suites import memory\n"
        "memory.limit(100 << 20)\n"
        "try:\n    np.ones(200 << 20, np.uint8)\nexcept MemoryError:\n    print('held')\n"
        "lift = 'from autograder.jail.rlimits import lift_data_limit; lift_data_limit(); '\n"
        "child = [sys.executable, '-c', lift + 'bytearray(300 << 20); print(\"lifted\")']\n"
        "print(subprocess.run(child, capture_output=True, text=True).stdout)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["held", "lifted"]


def test_a_limit_for_a_while_ends_with_it():
    before = memory._soft()
    with memory.at_most(64 << 20), pytest.raises(MemoryError):
        np.ones(1 << 30, np.uint8)
    assert memory._soft() == before
    np.ones(65 << 20, np.uint8)


def replying(size):
    session = Session()
    exec(f"import numpy as np\ndef f(): return np.zeros({size}, np.uint8)", session.namespace)
    return LocalTransport(session)


def test_kept_replies_have_a_budget_for_the_whole_exercise(monkeypatch):
    monkeypatch.setattr(student, "KEPT_CAP", 10 << 20)
    transport = replying(3 << 20)
    kept = []
    for test in range(3):
        who = Student(transport, Surface(["f"]))
        begin_test(who, test)
        for _ in range(2):
            assert who.f().size == 3 << 20  # the test itself gets every answer
        kept += [call.result is not None for call in who.calls]
    assert kept == [True] * 3 + [False] * 3


def test_a_failure_does_not_keep_what_the_test_had_in_hand():
    def test():
        large = np.zeros(10)
        raise AssertionError(large.sum())

    try:
        test()
    except AssertionError as error:
        found = judgement_of(error)
    assert found.failure.__traceback__ is None
    assert found.detail.count("line") >= 1


def test_a_diagnosis_that_runs_out_of_memory_leaves_the_verdict(our_course):
    class Outgrown(Diagnosis):
        def match(self, runs):
            raise MemoryError

    class Plan:
        hints = "mistake"

    class Grading:
        plan = Plan()

    from autograder.checks.finding import Finding
    from autograder.suites.examiner import TestRun
    from autograder.suites.outcome import Judgement, Outcome
    from autograder.suites.plugin import SuiteTest

    test = SuiteTest(None, "t", "e", 1.0, "It holds.")
    judgements = [Judgement(Outcome.FAILED, Finding("it does not")), Judgement(Outcome.PASSED)]
    told = Outgrown(Grading(), None).explain([TestRun(test, 1, each, []) for each in judgements])
    assert [t.finding.text for t in told] == ["it does not", ""]


@pytest.mark.skipif(os.name != "posix", reason="processes")
def test_torch_says_it_in_words():
    torch = pytest.importorskip("torch")
    with memory.at_most(64 << 20):
        try:
            torch.ones(1 << 30, dtype=torch.uint8)
        except (RuntimeError, MemoryError) as error:
            found = judgement_of(error)
    assert found.outcome == "memory"
