"""Collection paid once: pytest's protocol in one process with fresh fixtures, against a fork after collection,
against a new pytest run for every submission.

    python benchmarks/collection.py [--write]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import median_seconds, table, write_section

from autograder.course import Course
from autograder.course.source import read_module
from autograder.grading.diagnose import Diagnosis
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.suites.runner import SuiteRunner, with_suites

ROOT = Path(__file__).resolve().parent.parent
EXERCISE = "batchnorm_forward"
PLAIN = """
import numpy as np, pytest, reference.batchnorm as module
@pytest.fixture
def student(): return module
@pytest.fixture
def reference(): return module
@pytest.fixture
def rng(): return np.random.default_rng(0)
"""


def main() -> None:
    course = Course(ROOT)
    plan = Plan.make(course, course.assignment("04").select([EXERCISE]), seed=0)
    exercise = plan.exercises[0]
    source = read_module(plan.assignment.reference, exercise.module)

    def work(runner: SuiteRunner) -> tuple[float, float, int]:
        grading = Grading(plan, runner, pool=None)  # type: ignore[arg-type]
        diagnosis = Diagnosis(grading, exercise)
        tests = runner.of(EXERCISE)

        def in_process() -> None:
            for test in tests:
                diagnosis.replay("reference", source.text, test, 1)

        def forked() -> None:
            pid = os.fork()
            if pid == 0:
                in_process()
                os._exit(0)
            os.waitpid(pid, 0)

        return median_seconds(in_process, 50), median_seconds(forked, 50), len(tests)

    inside, forked, count = with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "conftest.py").write_text(PLAIN)
        (Path(folder) / "test_batchnorm.py").write_text(plan.hidden_files[0].read_text())
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-k",
            "TestForward",
            folder,
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}

        def fresh() -> None:
            subprocess.run(
                command,
                check=True,
                env=environment,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        anew = median_seconds(fresh, 3, warm=1)
    rows: list[list[object]] = [
        [
            "pytest's protocol in one process, fresh function fixtures (what we do)",
            f"{inside * 1e3:.2f}",
            "1",
        ],
        ["the same in a fork after collection", f"{forked * 1e3:.2f}", f"{forked / inside:.1f}"],
        ["a new pytest process", f"{anew * 1e3:.0f}", f"{anew / inside:.0f}"],
    ]
    text = f"## Collection, {count} tests of `{EXERCISE}`\n\n" + table(["how", "ms", "ratio"], rows)
    print(text)
    if "--write" in sys.argv:
        write_section("collection", text)


if __name__ == "__main__":
    main()
