"""Which tests run when. `make test` has to stay fast however large the course becomes.

- `slow` tests are left to `make test-all`.
- `always` tests are never left out: the smoke tests of what everything stands on.
- Of tests marked `rotates(n)`, one in n runs, others with every commit.
- All others run, unless together they take more than BUDGET: then those that take long take turns, as few at a time as the
  budget asks for. How long a test takes is in tests/durations.json, which `make test-all` writes.

Whatever takes turns has had its own after MOST_COMMITS commits.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BUDGET = 440.0
"""Seconds of one core. On two cores this makes less than six minutes with all that is not in durations.json: lint and types,
collection, thousands of quick tests, and what the cores wait for each other."""
MOST_COMMITS = 20
LONG = 1.0
"""Seconds. What takes less is not worth a turn."""
Durations = Mapping[str, Mapping[str, float]]
"""File -> function -> seconds of one of its cases; in the place of a function, "shared" is what the file's cases share."""


def function_of(item: Any) -> str:
    return item.nodeid.partition("::")[2].partition("[")[0]


def file_of(item: Any) -> str:
    return item.nodeid.partition("::")[0]


def in_turn(items: Iterable[Any], turn: int, known: Durations | None = None, budget: float = BUDGET) -> list:
    """Those that run now, in their order."""
    known = known or {}
    quick = [item for item in items if item.get_closest_marker("slow") is None]
    marked = [item for item in quick if item.get_closest_marker("rotates")]
    always = {id(item) for item in quick if item.get_closest_marker("always")}
    others = [item for item in quick if item not in marked and id(item) not in always]
    units = _units(others, known)
    long = {key: cost for key, (cost, _) in units.items() if cost >= LONG}
    spent = sum(cost for key, (cost, _) in units.items() if key not in long)
    spent += sum(_seconds(item, known) for item in quick if id(item) in always)
    kept = always | {id(item) for item in _every_nth(marked, turn)}
    spent += sum(_seconds(item, known) + _part_of_shared(item, marked, known) for item in marked if id(item) in kept)
    resting = _resting(long, turn, budget - spent)
    kept |= {id(item) for key, (_, own) in units.items() if key not in resting for item in own}
    return [item for item in quick if id(item) in kept]


def expected_seconds(kept: Iterable[Any], items: Iterable[Any], known: Durations) -> float:
    """Of one core, for those that run; what a file's tests share is paid in full, or in part where they rotate."""
    kept, beside = list(kept), defaultdict(list)
    for item in items:
        if item.get_closest_marker("rotates"):
            beside[file_of(item)].append(item)
    shared = sum(known.get(file, {}).get("shared", 0.0) for file in {file_of(i) for i in kept} - beside.keys())
    parts = sum(_part_of_shared(i, beside[file_of(i)], known) for i in kept if i.get_closest_marker("rotates"))
    return shared + parts + sum(_seconds(item, known) for item in kept)


def longest_first(items: Iterable[Any], known: Durations) -> list:
    """File by file, those that take longest first: a long file that begins last would leave the other cores idle."""
    files: dict[str, list] = defaultdict(list)
    for item in items:
        files[file_of(item)].append(item)
    cost = {file: expected_seconds(own, own, known) for file, own in files.items()}
    return [item for file in sorted(files, key=lambda f: -cost[f]) for item in files[file]]


def _every_nth(items: list, turn: int) -> list:
    """Of each file's, one in n; at least one of them runs each time."""
    share = {id(item): item.get_closest_marker("rotates").args[0] for item in items}
    groups: dict[Hashable, list] = defaultdict(list)
    for item in items:
        n = share[id(item)]
        assert 1 <= n <= MOST_COMMITS, f"{item.nodeid}: rotates({n}) would leave it out for too long"
        groups[file_of(item), n].append(item)
    kept = []
    for (_, n), group in groups.items():
        period = min(n, len(group))  # type: ignore[type-var]
        kept += [item for place, item in enumerate(group) if place % period == turn % period]
    return kept


def _units(items: list, known: Durations) -> dict[Hashable, tuple[float, list]]:
    """What takes a turn together, with its seconds: cases that share something costly, else each by itself."""
    found: dict[Hashable, tuple[float, list]] = {}
    for item in items:
        shared = known.get(file_of(item), {}).get("shared", 0.0)
        key: Hashable = file_of(item) if shared >= LONG else item.nodeid
        cost, own = found.get(key, (shared if shared >= LONG else 0.0, []))
        found[key] = (cost + _seconds(item, known), [*own, item])
    return found


def _seconds(item: Any, known: Durations) -> float:
    return known.get(file_of(item), {}).get(function_of(item), 0.0)


def _part_of_shared(item: Any, beside: list, known: Durations) -> float:
    """Of what a file's rotating tests share, the part that comes with one more of them: a class grades only the chosen."""
    shared = known.get(file_of(item), {}).get("shared", 0.0)
    return shared / sum(file_of(other) == file_of(item) for other in beside) if shared else 0.0


def _resting(costs: Mapping[Hashable, float], turn: int, budget: float) -> set[Hashable]:
    """Those that wait: the long ones are dealt out to as few turns as the budget allows, evenly."""
    total = sum(costs.values())
    if total <= budget:
        return set()
    turns = min(MOST_COMMITS, math.ceil(total / budget)) if budget > 0 else MOST_COMMITS
    loads, of = [0.0] * turns, {}
    for key in sorted(costs, key=lambda k: (-costs[k], str(k))):
        lightest = loads.index(min(loads))
        loads[lightest] += costs[key]
        of[key] = lightest
    return {key for key, number in of.items() if number != turn % turns}


@dataclass
class Recorder:
    """Notes how long tests took, as a plugin of the process that reports."""

    calls: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    setups: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def pytest_runtest_logreport(self, report: Any) -> None:
        file, _, rest = report.nodeid.partition("::")
        if report.when == "call":
            self.calls[file, rest.partition("[")[0]].append(report.duration)
        elif report.when == "setup":
            self.setups[file].append(report.duration)

    def durations(self) -> dict[str, dict[str, float]]:
        """Rounded, and without what is soon done: a file that changes with every breath is of no use."""
        found: dict[str, dict[str, float]] = defaultdict(dict)
        for (file, name), seconds in self.calls.items():
            mean = sum(seconds) / len(seconds)
            if sum(seconds) >= LONG / 2:
                found[file][name] = _rounded(mean)
        for file, seconds in self.setups.items():
            if sum(seconds) >= LONG:
                found[file]["shared"] = _rounded(sum(seconds))
        return {file: dict(sorted(found[file].items())) for file in sorted(found)}


@dataclass
class Journal:
    """What has passed, and what failed and why, line by line as it happens: a run that is cut off has not been for nothing."""

    path: Path
    failed: set[str] = field(default_factory=set)

    def begin(self, resumed: bool) -> None:
        self.path.parent.mkdir(exist_ok=True)
        if not resumed:
            self.path.write_text("", encoding="utf-8")

    def passed(self) -> set[str]:
        """Of the last run."""
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        return {line.removeprefix("passed ") for line in lines if line.startswith("passed ")}

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
            self._write(
                f"failed {report.nodeid}\n" + "".join(f"    {line}\n" for line in str(report.longrepr).splitlines()[-40:])
            )
        elif report.when == "teardown" and report.nodeid not in self.failed:
            self._write(f"passed {report.nodeid}\n")

    def _write(self, text: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text)


def _rounded(seconds: float) -> float:
    return float(f"{seconds:.1g}") if seconds < 10 else float(round(seconds))


def load(path: Path) -> dict[str, dict[str, float]]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def save(path: Path, new: Mapping[str, Mapping[str, float]], seen: set[str]) -> None:
    """`seen`: the files that were run; what is known of others stays."""
    merged = {file: dict(own) for file, own in load(path).items() if file not in seen} | dict(new)
    path.write_text(json.dumps(dict(sorted(merged.items())), indent=1) + "\n", encoding="utf-8")


def left_out(items: Iterable[Any], kept: Iterable[Any]) -> Counter:
    running = {id(item) for item in kept}
    return Counter(file_of(item) for item in items if id(item) not in running)
