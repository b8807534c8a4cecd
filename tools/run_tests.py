"""Runs the project's tests: `fast` (what CI runs) or `all`; anything else is handed to pytest.

`all` notes as it goes what passed and what failed, in .pytest_cache/journal.txt; `all --resume` goes on where it was cut off.

Tests of one file stay together, since they share what they graded; files are spread over the cores, in the order of
tests/conftest.py (xdist by itself begins with the files that have most tests, and ends with long ones).
"""

import os
import subprocess
import sys

chosen = sys.argv[1:] or ["fast"]
if chosen[0] in ("fast", "all"):
    noted = ["--journal"] if chosen[0] == "all" else []
    noted += ["--record-durations"] if chosen == ["all"] else []
    chosen = [
        f"--tier={chosen[0]}",
        "-n",
        str(os.cpu_count() or 1),
        "--dist=loadfile",
        "--no-loadscope-reorder",
        *noted,
        *chosen[1:],
    ]
sys.exit(subprocess.call([sys.executable, "-m", "pytest", *chosen]))
