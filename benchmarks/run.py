"""All benchmarks in order, each in a process of its own, with a summary of the bars.

    python benchmarks/run.py [--quick] [NAME...]

Each writes its section of benchmarks/RESULTS.md. `--quick` uses fewer repetitions, for a busy machine. What takes long is
started by hand: soak.py, peer_attacks.py, doubled_course.py. Exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from bench import table

HERE = Path(__file__).resolve().parent
BENCHMARKS: dict[str, list[str]] = {
    "gradcheck": ["--draws", "1000"],
    "overhead": [],
    "collection": [],
    "grading": ["--submissions", "15", "--peers", "2"],
    "regrade": ["--students", "10"],
    "bridges": ["--submissions", "5", "--starts", "2"],
}
"""Name of each script, and what makes it quick."""
NUMBER = re.compile(r"([+-]?[\d.,]*\d)\s*(ms|s|%)?")
UNITS = {"ms": 1e-3, "s": 1.0, "%": 1.0, None: 1.0}


def missed(text: str) -> list[str]:
    """Rows of the printed tables that miss their bar: by their column `met`, or by `measured` against `bar`."""
    found, heads = [], []
    for line in text.splitlines():
        if not line.startswith("|"):
            heads = []
            continue
        cells = [c.strip() for c in line.strip("|").split("|")]
        if not heads or set(line) <= set("|-"):
            heads = heads or cells
            continue
        row = dict(zip(heads, cells))
        if row.get("met") == "NO":
            found.append(" ".join(c for c in cells if c))
        elif row.get("bar") and "measured" in row and amount(row["measured"]) > amount(row["bar"]):
            found.append(f"{cells[0]}: {row['measured']}, bar {row['bar']}")
    return found


def amount(text: str) -> float:
    match = NUMBER.match(text)
    if match is None:
        raise ValueError(f"no number in {text!r}")
    return float(match.group(1).replace(",", "")) * UNITS[match.group(2)]


def run(name: str, quick: bool) -> tuple[str, list[str]]:
    """What to say about one benchmark in the summary, and the bars that it missed."""
    start = time.perf_counter()
    extra = BENCHMARKS[name] if quick else []
    command = [sys.executable, str(HERE / f"{name}.py"), "--write", *extra]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=HERE.parent)
    print(done.stdout, flush=True)
    bars = missed(done.stdout)
    if done.returncode != 0 and not bars:
        bars = [f"ended with status {done.returncode}"]
    return f"{time.perf_counter() - start:.0f} s", bars


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*BENCHMARKS, []], help="some of them; all where none is named")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    load, rows, good = os.getloadavg()[0], [], True
    for name in options.names or BENCHMARKS:
        took, bars = run(name, options.quick)
        good = good and not bars
        rows.append([name, took, "; ".join(bars) or "all met"])
    print(f"# Summary (load {load:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores)\n")
    print(table(["benchmark", "took", "bars"], rows))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
