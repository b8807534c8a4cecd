"""Shared fixtures, and which tests run when.

`make test` is the fast tier: it has to stay fast however large the course becomes. Tests marked `slow` are left to
`make test-all`. Of tests marked `rotates(n)`, one in n runs, others with every commit, so that all have had their turn
after n commits, and n is at most 20. What was left out is said at the end.
"""

import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from autograder.authoring.scaffold import init_course
from autograder.course import Course

ROOT = Path(__file__).resolve().parent.parent
MOST_COMMITS = 20
LEFT_OUT: pytest.StashKey[Counter] = pytest.StashKey()


@pytest.fixture(scope="session")
def our_course() -> Course:
    return Course(ROOT)


@pytest.fixture
def small_course(tmp_path: Path) -> Course:
    """The example course of `gradmark init`: one exercise, softplus."""
    return init_course(tmp_path / "course")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tier", choices=["fast", "all"], default="all", help="fast: without slow tests, others in turn"
    )
    parser.addoption(
        "--turn", type=int, default=None, help="whose turn it is (default: the number of commits)"
    )


def turn_of(config: pytest.Config) -> int:
    chosen = config.getoption("--turn")
    return commits() if chosen is None else int(chosen)


def commits() -> int:
    count = (
        os.environ.get("GRADMARK_TURN")
        or subprocess.run(
            ["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout
    )
    return int(count.strip() or 0)


def in_turn(items: list[pytest.Item], turn: int) -> list[pytest.Item]:
    """Those that run now: of each file's rotating tests every n-th, beginning with another one each time."""
    seen: Counter = Counter()
    kept = []
    for item in items:
        mark = item.get_closest_marker("rotates")
        if mark is None:
            kept.append(item)
            continue
        share = mark.args[0]
        assert 1 <= share <= MOST_COMMITS, f"{item.nodeid}: rotates({share}) would leave it out for too long"
        if seen[item.path, share] % share == turn % share:
            kept.append(item)
        seen[item.path, share] += 1
    return kept


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--tier") == "all":
        return
    quick = [item for item in items if item.get_closest_marker("slow") is None]
    kept = in_turn(quick, turn_of(config))
    running = set(kept)
    config.stash[LEFT_OUT] = Counter(i.path.relative_to(ROOT).as_posix() for i in items if i not in running)
    config.hook.pytest_deselected(items=[i for i in items if i not in running])
    items[:] = kept


def pytest_report_header(config: pytest.Config) -> str:
    return f"tier {config.getoption('--tier')}, turn {turn_of(config)}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash.get(LEFT_OUT, Counter())
    if left_out:
        total = sum(left_out.values())
        terminalreporter.write_line(
            f"left out of the fast tier this time: {total} tests; run all with: make test-all"
        )
        for name, count in left_out.most_common():
            terminalreporter.write_line(f"  {count:4} of {name}")
