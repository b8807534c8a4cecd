"""What the benchmarks share: a quiet measurement, a table, and a section of RESULTS.md or of a page."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "RESULTS.md"


def median_seconds(work: Callable[[], object], repeat: int, warm: int = 2) -> float:
    """The median over `repeat` runs after a few to warm up: these machines are noisy."""
    for _ in range(warm):
        work()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def table(headings: list[str], rows: list[list[object]]) -> str:
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def write_section(name: str, text: str, file: Path = RESULTS) -> None:
    """Replaces the section between its markers, or appends it."""
    whole = file.read_text() if file.exists() else "# Measured here\n\nRatios within one run on one machine (2 cores).\n"
    block = f"<!-- {name} -->\n{text.strip()}\n<!-- /{name} -->"
    pattern = re.compile(rf"<!-- {name} -->.*?<!-- /{name} -->", re.S)
    whole = pattern.sub(lambda _: block, whole) if pattern.search(whole) else f"{whole.rstrip()}\n\n{block}\n"
    file.write_text(whole)
