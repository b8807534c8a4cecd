"""Runs what a page shows: its ```sh blocks in one shell, and what it says of their output is compared with what they print."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
PYTHON3 = """#!/bin/sh
# As `python3` of the page, but what a new environment would download is taken from the one of the tests.
{python} "$@" || exit $?
if [ "$1 $2" = "-m venv" ]; then
  for site in "$3"/lib/python*/site-packages; do echo {site} > "$site/of_the_tests.pth"; done
fi
"""


def page(name):
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def section(text, title):
    found = re.search(rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert found, f"there is no section {title!r}"
    return found[1]


def blocks(text):
    """(kind, body) of the fenced blocks, in order."""
    return FENCE.findall(text)


class Shell:
    """One command after the other, where the one before has left off: folder and environment stay."""

    def __init__(self, folder, tools):
        self.folder, self.tools, self.state = folder, tools, tools / "state"
        (tools / "bin").mkdir(parents=True)
        program = tools / "bin" / "python3"
        site = next(Path(p) for p in sys.path if p.endswith("site-packages"))
        program.write_text(PYTHON3.format(python=sys.executable, site=site), encoding="utf-8")
        program.chmod(0o755)
        self.state.write_text(f"cd {folder}\nexport PATH={tools}/bin:{Path(sys.executable).parent}:$PATH\n", encoding="utf-8")

    def run(self, commands):
        """What the commands print, both streams together."""
        keep = f'{{ declare -px; echo cd "$(printf %q "$PWD")"; }} > {self.state}'
        script = f". {self.state}\n{commands}\nstatus=$?\n{keep}\nexit $status"
        bash = shutil.which("bash")
        done = subprocess.run(
            [bash, "-c", script], cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        return done.returncode, done.stdout


def assert_printed(printed, shown):
    """Every line of the page is in the output, in this order; `...` stands for anything."""
    left = printed.splitlines()
    for line in shown.splitlines():
        if line.strip() in ("", "..."):
            continue
        pattern = re.compile(".*".join(map(re.escape, line.rstrip().split("..."))) + r"\s*$")
        at = next((i for i, candidate in enumerate(left) if pattern.match(candidate)), None)
        assert at is not None, f"the page shows {line!r}; the commands printed:\n{printed}"
        left = left[at + 1 :]
