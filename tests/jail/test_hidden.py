"""What a worker can find out about files and processes that it may not open."""

import os
import sys

import pytest

from autograder.course.secret import course_secret
from autograder.grading.workers import Program, WorkerTransport, ZygotePool
from autograder.jail import capabilities, uids
from autograder.jail.grants import default_readable
from autograder.suites.student import Student, begin_test
from autograder.suites.student_error import Surface

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")
LOOK = """
import os
def look(path):
    try:
        return [os.stat(path).st_size]
    except OSError as error:
        return type(error).__name__
def cpus():
    return open("/proc/cpuinfo").read().count("processor") > 0
"""


@pytest.fixture
def student():
    pool = ZygotePool("standard")
    statement = {"label": "<0>", "line": 1, "source": LOOK, "name": "look", "needed": True}
    surface = Surface(["look", "cpus"])
    transport = WorkerTransport(pool, Program("numpy", {"statements": [statement]}, surface=surface))
    student = Student(transport, surface)
    begin_test(student, 1)
    if not student.cpus():
        pytest.fail("the worker cannot read what it may")
    if pool.reached != "strict" or os.geteuid() != 0:
        transport.close()
        pool.close()
        pytest.skip("only root, outside a container, can hide what is there")
    yield student
    transport.close()
    pool.close()


def test_other_processes_are_not_there(student):
    for pid in (os.getpid(), os.getppid(), 1):
        assert student.look(f"/proc/{pid}") == "FileNotFoundError"


def test_size_and_time_of_the_secret_are_closed(student, small_course):
    course_secret(small_course)
    (small_course.root / ".gradmark").chmod(0o755)
    course_secret(small_course)  # whoever reads it closes the folder
    assert (small_course.root / ".gradmark").stat().st_mode & 0o077 == 0
    if uids.closed_to_others(default_readable("numpy")) and capabilities.holds(capabilities.DAC_READ_SEARCH):
        pytest.skip("the interpreter lies where only its owner may read, so workers read past file modes")
    assert student.look(str(small_course.root / ".gradmark" / "secret")) == "PermissionError"
