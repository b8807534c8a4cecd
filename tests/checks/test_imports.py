"""A student's notebook and the numpy worker import the checks without torch, scipy or the grader."""

from __future__ import annotations

import subprocess
import sys


def test_only_numpy_is_imported():
    code = (
        "import sys, autograder.checks as c; assert all(hasattr(c, n) for n in c.__all__); "
        "heavy = {'torch', 'scipy', 'pytest', 'pydantic', 'sklearn', 'nbformat'} & set(sys.modules); "
        "print(sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
