"""What still works inside the jail, tried in an interpreter of its own: others of our tests import torch and start its
threads, which a fork would inherit."""

import subprocess
import sys
from pathlib import Path


def test_libraries_work_inside_the_jail():
    checks = Path(__file__).with_name("in_fresh_process.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(checks)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=checks.parents[2])
    assert done.returncode == 0, done.stdout[-3000:]
