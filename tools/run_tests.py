"""Runs the project's tests: `fast` (what CI runs) leaves out what is marked slow, `all` leaves out nothing."""

import subprocess
import sys

which = sys.argv[1] if len(sys.argv) > 1 else "fast"
chosen = [] if which == "all" else ["-m", "not slow"] if which == "fast" else sys.argv[1:]
sys.exit(subprocess.call([sys.executable, "-m", "pytest", *chosen]))
